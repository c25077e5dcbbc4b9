// The REST side of a Cosmos node, as the SDK's API server sets it up, in front of any gRPC address: grpc-gateway v1.16,
// gogogateway's JSON writer, the SDK's own interface registry, and the query services of the SDK, of IBC and of wasmd.
//
//	peer <host:port of the gRPC server>   serves, and prints the address that it listens on
//	peer --describe                       writes what it knows to standard output, as a FileDescriptorSet
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	reflectionv1 "cosmossdk.io/api/cosmos/reflection/v1"
	evidence "cosmossdk.io/x/evidence/types"
	"cosmossdk.io/x/feegrant"
	"cosmossdk.io/x/nft"
	upgrade "cosmossdk.io/x/upgrade/types"
	wasm "github.com/CosmWasm/wasmd/x/wasm/types"
	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	"github.com/cosmos/cosmos-sdk/client/grpc/node"
	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/runtime/services"
	"github.com/cosmos/cosmos-sdk/std"
	"github.com/cosmos/cosmos-sdk/types/tx"
	auth "github.com/cosmos/cosmos-sdk/x/auth/types"
	vesting "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	bank "github.com/cosmos/cosmos-sdk/x/bank/types"
	consensus "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distribution "github.com/cosmos/cosmos-sdk/x/distribution/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	govv1beta1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1beta1"
	"github.com/cosmos/cosmos-sdk/x/group"
	mint "github.com/cosmos/cosmos-sdk/x/mint/types"
	"github.com/cosmos/cosmos-sdk/x/params/types/proposal"
	slashing "github.com/cosmos/cosmos-sdk/x/slashing/types"
	staking "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/cosmos/gogogateway"
	controller "github.com/cosmos/ibc-go/v8/modules/apps/27-interchain-accounts/controller/types"
	host "github.com/cosmos/ibc-go/v8/modules/apps/27-interchain-accounts/host/types"
	fee "github.com/cosmos/ibc-go/v8/modules/apps/29-fee/types"
	transfer "github.com/cosmos/ibc-go/v8/modules/apps/transfer/types"
	ibcclient "github.com/cosmos/ibc-go/v8/modules/core/02-client/types"
	connection "github.com/cosmos/ibc-go/v8/modules/core/03-connection/types"
	channel "github.com/cosmos/ibc-go/v8/modules/core/04-channel/types"
	solomachine "github.com/cosmos/ibc-go/v8/modules/light-clients/06-solomachine"
	tendermint "github.com/cosmos/ibc-go/v8/modules/light-clients/07-tendermint"
	golang "github.com/golang/protobuf/proto"
	"github.com/grpc-ecosystem/grpc-gateway/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
)

const heightHeader = "x-cosmos-block-height"

// A node takes answers of any size from itself.
const largestAnswer = 1 << 30

func headerMatcher(key string) (string, bool) {
	if strings.ToLower(key) == heightHeader {
		return heightHeader, true
	}
	return runtime.DefaultHeaderMatcher(key)
}

func tellHeight(ctx context.Context, writer http.ResponseWriter, _ golang.Message) error {
	if metadata, ok := runtime.ServerMetadataFromContext(ctx); ok {
		if heights := metadata.HeaderMD.Get(heightHeader); len(heights) == 1 {
			writer.Header().Set(heightHeader, heights[0])
		}
	}
	return nil
}

func interfaces() codectypes.InterfaceRegistry {
	registry := codectypes.NewInterfaceRegistry()
	for _, register := range []func(codectypes.InterfaceRegistry){
		std.RegisterInterfaces, auth.RegisterInterfaces, vesting.RegisterInterfaces, authz.RegisterInterfaces,
		bank.RegisterInterfaces, consensus.RegisterInterfaces, distribution.RegisterInterfaces,
		evidence.RegisterInterfaces, feegrant.RegisterInterfaces, govv1.RegisterInterfaces,
		govv1beta1.RegisterInterfaces, group.RegisterInterfaces, mint.RegisterInterfaces, nft.RegisterInterfaces,
		proposal.RegisterInterfaces, slashing.RegisterInterfaces, staking.RegisterInterfaces,
		upgrade.RegisterInterfaces, wasm.RegisterInterfaces, controller.RegisterInterfaces, host.RegisterInterfaces,
		fee.RegisterInterfaces, transfer.RegisterInterfaces, ibcclient.RegisterInterfaces,
		connection.RegisterInterfaces, channel.RegisterInterfaces, solomachine.RegisterInterfaces,
		tendermint.RegisterInterfaces,
	} {
		register(registry)
	}
	return registry
}

type handlers = func(context.Context, *runtime.ServeMux, *grpc.ClientConn) error

func serve(address string) error {
	registry := interfaces()
	conn, err := grpc.NewClient(
		address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(
			grpc.ForceCodec(codec.NewProtoCodec(registry).GRPCCodec()),
			grpc.MaxCallRecvMsgSize(largestAnswer),
		),
	)
	if err != nil {
		return err
	}
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &gateway.JSONPb{
			EmitDefaults: true,
			Indent:       "",
			OrigName:     true,
			AnyResolver:  registry,
		}),
		runtime.WithProtoErrorHandler(runtime.DefaultHTTPProtoErrorHandler),
		runtime.WithIncomingHeaderMatcher(headerMatcher),
		runtime.WithForwardResponseOption(tellHeight),
	)
	for _, register := range []handlers{
		auth.RegisterQueryHandler, authz.RegisterQueryHandler, bank.RegisterQueryHandler,
		consensus.RegisterQueryHandler, distribution.RegisterQueryHandler, evidence.RegisterQueryHandler,
		feegrant.RegisterQueryHandler, govv1.RegisterQueryHandler, govv1beta1.RegisterQueryHandler,
		group.RegisterQueryHandler, mint.RegisterQueryHandler, nft.RegisterQueryHandler,
		proposal.RegisterQueryHandler, slashing.RegisterQueryHandler, staking.RegisterQueryHandler,
		upgrade.RegisterQueryHandler, wasm.RegisterQueryHandler, controller.RegisterQueryHandler,
		host.RegisterQueryHandler, fee.RegisterQueryHandler, transfer.RegisterQueryHandler,
		ibcclient.RegisterQueryHandler, connection.RegisterQueryHandler, channel.RegisterQueryHandler,
		cmtservice.RegisterServiceHandler, node.RegisterServiceHandler, tx.RegisterServiceHandler,
	} {
		if err := register(context.Background(), mux, conn); err != nil {
			return err
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, mux)
}

func describe() error {
	service, err := services.NewReflectionService()
	if err != nil {
		return err
	}
	answer, err := service.FileDescriptors(context.Background(), &reflectionv1.FileDescriptorsRequest{})
	if err != nil {
		return err
	}
	bytes, err := proto.Marshal(answer)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(bytes)
	return err
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal(errors.New("say --describe, or the address of a gRPC server"))
	}
	if os.Args[1] == "--describe" {
		if err := describe(); err != nil {
			log.Fatal(err)
		}
		return
	}
	log.Fatal(serve(os.Args[1]))
}
