// Package types has the one name of the SDK's that old protos give as a field's type. The SDK itself is not needed.
package types

import "cosmossdk.io/math"

// Dec is what the SDK has called its fixed-point decimal until it moved.
type Dec = math.LegacyDec
