//go:build tools

// Package main: the generators, so that go.mod pins them with the rest.
package main

import (
	_ "github.com/cosmos/gogoproto/protoc-gen-gocosmos"
	_ "github.com/grpc-ecosystem/grpc-gateway/protoc-gen-grpc-gateway"
)
