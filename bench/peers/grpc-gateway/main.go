// The HTTP gateway of a Cosmos chain's node, for the services of the gateway's test chain: grpc-gateway v1.16 and the
// gogoproto JSON writer, set up as the Cosmos SDK's API server sets them up. It prints the address that it listens on.
//
//	peer <host:port of the gRPC server>
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"reflect"
	"strings"

	"github.com/cosmos/gogogateway"
	"github.com/cosmos/gogoproto/proto"
	golang "github.com/golang/protobuf/proto"
	"github.com/grpc-ecosystem/grpc-gateway/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"peer/gen/cosmos/auth"
	"peer/gen/cosmos/bank"
	"peer/gen/fixture"
	"peer/gen/ixo/claims"
	"peer/gen/ixo/entity"
	"peer/gen/ixo/iid"
	"peer/gen/ixo/token"
)

const heightHeader = "x-cosmos-block-height"

// A node takes answers of any size from itself.
const largestAnswer = 1 << 30

// codec passes messages in the form that gogoproto's types have.
type codec struct{}

func (codec) Name() string { return "proto" }

func (codec) Marshal(value any) ([]byte, error) {
	if message, ok := value.(proto.Message); ok {
		return proto.Marshal(message)
	}
	return nil, errors.New("no message")
}

func (codec) Unmarshal(data []byte, value any) error {
	if message, ok := value.(proto.Message); ok {
		return proto.Unmarshal(data, message)
	}
	return errors.New("no message")
}

// resolver finds the messages inside Any among those that are compiled in, as the SDK's interface registry does.
type resolver struct{}

func (resolver) Resolve(url string) (proto.Message, error) {
	found := proto.MessageType(url[strings.LastIndex(url, "/")+1:])
	if found == nil {
		return nil, fmt.Errorf("no type %s", url)
	}
	message, ok := reflect.New(found.Elem()).Interface().(proto.Message)
	if !ok {
		return nil, fmt.Errorf("no message %s", url)
	}
	return message, nil
}

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

func run() error {
	conn, err := grpc.NewClient(
		os.Args[1],
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(codec{}), grpc.MaxCallRecvMsgSize(largestAnswer)),
	)
	if err != nil {
		return err
	}
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &gateway.JSONPb{
			EmitDefaults: true,
			OrigName:     true,
			AnyResolver:  resolver{},
		}),
		runtime.WithProtoErrorHandler(runtime.DefaultHTTPProtoErrorHandler),
		runtime.WithIncomingHeaderMatcher(headerMatcher),
		runtime.WithForwardResponseOption(tellHeight),
	)
	ctx := context.Background()
	err = errors.Join(
		auth.RegisterQueryHandlerClient(ctx, mux, auth.NewQueryClient(conn)),
		bank.RegisterQueryHandlerClient(ctx, mux, bank.NewQueryClient(conn)),
		fixture.RegisterQueryHandlerClient(ctx, mux, fixture.NewQueryClient(conn)),
		claims.RegisterQueryHandlerClient(ctx, mux, claims.NewQueryClient(conn)),
		entity.RegisterQueryHandlerClient(ctx, mux, entity.NewQueryClient(conn)),
		iid.RegisterQueryHandlerClient(ctx, mux, iid.NewQueryClient(conn)),
		token.RegisterQueryHandlerClient(ctx, mux, token.NewQueryClient(conn)),
	)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, mux)
}

func main() {
	log.Fatal(run())
}
