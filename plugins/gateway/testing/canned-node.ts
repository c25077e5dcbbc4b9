import type { DescFile } from '@bufbuild/protobuf';
import { toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, type FileDescriptorSet } from '@bufbuild/protobuf/wkt';
import * as grpc from '@grpc/grpc-js';
import { describe as describeFiles } from './fixture-chain.js';
import { reflectionService } from './fixture-reflection.js';

const REFLECTION = '/cosmos.reflection.v1.ReflectionService/FileDescriptors';

export interface CannedNode {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The next answers, in wire format, by the path of their method; `UNKNOWN` where there is none. */
  readonly answers: Map<string, Uint8Array>;
  /** Requests so far, in wire format, by the path of their method. */
  readonly asked: Map<string, Uint8Array[]>;
  close(): void;
}

/** A node that describes itself as given and answers each query with the bytes that lie ready for it. */
export async function startCannedNode(
  described: FileDescriptorSet,
  services: readonly DescFile['services'][number][],
): Promise<CannedNode> {
  const answers = new Map<string, Uint8Array>();
  const asked = new Map<string, Uint8Array[]>();
  const files = described.file.map((file) => toBinary(FileDescriptorProtoSchema, file));
  answers.set(REFLECTION, describeFiles(files));
  const server = new grpc.Server({ 'grpc.max_send_message_length': -1 });
  const answer = (path: string): grpc.handleUnaryCall<Buffer, Buffer> => {
    return (call, reply) => {
      const bytes = answers.get(path);
      const before = asked.get(path);
      if (before === undefined) asked.set(path, [call.request]);
      else before.push(call.request);
      const sent = new grpc.Metadata();
      sent.set('x-cosmos-block-height', '42');
      call.sendMetadata(sent);
      if (bytes === undefined) reply({ code: grpc.status.UNKNOWN, details: `no answer for ${path}` });
      else reply(null, Buffer.from(bytes));
    };
  };
  const raw = (bytes: Buffer) => bytes;
  const form = {
    requestSerialize: raw,
    requestDeserialize: raw,
    responseSerialize: raw,
    responseDeserialize: raw,
  };
  for (const service of services) {
    for (const { name, methodKind } of service.methods) {
      const path = `/${service.typeName}/${name}`;
      if (methodKind !== 'unary') continue;
      const definition = { path, requestStream: false, responseStream: false, ...form };
      server.addService({ [name]: definition }, { [name]: answer(path) });
    }
  }
  const definition = { path: REFLECTION, requestStream: false, responseStream: false, ...form };
  server.addService({ FileDescriptors: definition }, { FileDescriptors: answer(REFLECTION) });
  const names = services.map(({ typeName }) => typeName);
  for (const version of ['v1', 'v1alpha'] as const)
    reflectionService(server, version, files, names, { calls: [], mute: false });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { url: `http://127.0.0.1:${port}`, answers, asked, close: () => server.forceShutdown() };
}
