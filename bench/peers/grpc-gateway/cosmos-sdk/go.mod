module github.com/cosmos/cosmos-sdk

go 1.23

require cosmossdk.io/math v1.5.0
