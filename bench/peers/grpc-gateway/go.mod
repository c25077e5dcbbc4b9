module peer

go 1.23

require (
	cosmossdk.io/math v1.5.0
	github.com/cosmos/cosmos-sdk v0.0.0
	github.com/cosmos/gogogateway v1.2.0
	github.com/cosmos/gogoproto v1.7.0
	github.com/golang/protobuf v1.5.4
	github.com/grpc-ecosystem/grpc-gateway v1.16.0
	google.golang.org/genproto v0.0.0-20220314164441-57ef72a4c106
	google.golang.org/grpc v1.65.0
)

require (
	cosmossdk.io/errors v1.0.1 // indirect
	github.com/cockroachdb/apd/v3 v3.2.1 // indirect
	github.com/ghodss/yaml v1.0.0 // indirect
	github.com/gogo/googleapis v1.4.1-0.20201022092350-68b0159b7869 // indirect
	github.com/gogo/protobuf v1.3.1 // indirect
	github.com/golang/glog v1.2.1 // indirect
	github.com/google/go-cmp v0.6.0 // indirect
	github.com/kr/text v0.2.0 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	golang.org/x/exp v0.0.0-20240404231335-c0f41cb1a7a0 // indirect
	golang.org/x/net v0.28.0 // indirect
	golang.org/x/sys v0.24.0 // indirect
	golang.org/x/text v0.17.0 // indirect
	google.golang.org/protobuf v1.36.1 // indirect
	gopkg.in/yaml.v2 v2.2.3 // indirect
)

replace github.com/cosmos/cosmos-sdk => ./cosmos-sdk
