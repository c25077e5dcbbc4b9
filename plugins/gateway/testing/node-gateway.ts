import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { fixtureSet } from './fixture-files.js';
import { buildGoPeer, type GoPeer, startGoPeer } from './go-peer.js';

const GENERATORS = {
  gocosmos: 'github.com/cosmos/gogoproto/protoc-gen-gocosmos',
  'grpc-gateway': 'github.com/grpc-ecosystem/grpc-gateway/protoc-gen-grpc-gateway',
};
/** Go packages of the files that are not generated here. */
const PACKAGES: Readonly<Record<string, string>> = {
  'gogoproto/gogo.proto': 'github.com/cosmos/gogoproto/gogoproto',
  'google/api/annotations.proto': 'google.golang.org/genproto/googleapis/api/annotations',
  'google/api/http.proto': 'google.golang.org/genproto/googleapis/api/annotations',
  'google/protobuf/any.proto': 'github.com/cosmos/gogoproto/types',
  'google/protobuf/descriptor.proto': 'github.com/cosmos/gogoproto/protoc-gen-gogo/descriptor',
  'google/protobuf/duration.proto': 'github.com/cosmos/gogoproto/types',
  'google/protobuf/timestamp.proto': 'github.com/cosmos/gogoproto/types',
  'google/protobuf/wrappers.proto': 'github.com/cosmos/gogoproto/types',
};

/**
 * The HTTP gateway that a Cosmos node has, in front of the fixture chain: grpc-gateway and gogoproto's JSON, built with
 * Go from `bench/peers/grpc-gateway` and code generated for the fixture's protos. The first build takes a minute.
 * @param node `http://host:port` of the gRPC server
 */
export async function startNodeGateway(node: string): Promise<GoPeer> {
  return startGoPeer(await buildNodeGateway(), [new URL(node).host]);
}

/** The path of the program. */
export function buildNodeGateway(): Promise<string> {
  const { file: files } = fixtureSet();
  for (const file of files) {
    file.options ??= create(FileOptionsSchema);
    file.options.goPackage = PACKAGES[file.name] ?? packageOf(file);
  }
  const bytes = files.map((file) => toBinary(FileDescriptorProtoSchema, file));
  return buildGoPeer('grpc-gateway', bytes, async (scratch, go) => {
    await go('install', ...Object.values(GENERATORS));
    const own = files.filter(({ name }) => PACKAGES[name] === undefined);
    // A generator takes the files of one Go package at a time.
    for (const name of new Set(own.map(packageOf))) {
      const inside = own.filter((file) => packageOf(file) === name);
      const served = inside.filter(({ service }) => service.length > 0);
      await generate(scratch, 'gocosmos', 'plugins=grpc', files, inside);
      await generate(scratch, 'grpc-gateway', 'allow_colon_final_segments=true', files, served);
    }
  });
}

/** Speaks to a generator as protoc does. */
async function generate(
  scratch: string,
  generator: keyof typeof GENERATORS,
  option: string,
  files: FileDescriptorProto[],
  wanted: readonly FileDescriptorProto[],
): Promise<void> {
  if (wanted.length === 0) return;
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: wanted.map(({ name }) => name),
    parameter: option,
    protoFile: files,
  });
  const output = execFileSync(join(scratch, `protoc-gen-${generator}`), {
    input: toBinary(CodeGeneratorRequestSchema, request),
    maxBuffer: 64 * 1024 * 1024,
  });
  const { error, file: made } = fromBinary(CodeGeneratorResponseSchema, output);
  if (error !== '') throw new Error(`${generator}: ${error}`);
  for (const { name, content } of made) {
    const path = join(scratch, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** `peer/gen/ixo/claims` of `ixo/claims/v1beta1/query.proto`. */
function packageOf(file: FileDescriptorProto): string {
  return `peer/gen/${dirname(file.name).replace(/\/v\d\w*$/, '')}`;
}
