import { fromBinary } from '@bufbuild/protobuf';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type * as grpc from '@grpc/grpc-js';

/** grpc.reflection over given files, any of which may be broken; `mute` answers nothing. */
export function reflectionService(
  server: grpc.Server,
  version: 'v1' | 'v1alpha',
  files: readonly Uint8Array[],
  services: readonly string[],
  { calls, mute }: { readonly calls: string[]; readonly mute: boolean },
): void {
  const byName = new Map<string, Uint8Array>();
  const bySymbol = new Map<string, Uint8Array>();
  for (const file of files) {
    const proto = fromBinary(FileDescriptorProtoSchema, file);
    byName.set(proto.name, file);
    for (const { name } of proto.service) bySymbol.set(`${proto.package}.${name}`, file);
  }
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
  const raw = (bytes: Buffer) => bytes;
  const definition = {
    path,
    requestStream: true,
    responseStream: true,
    requestSerialize: raw,
    requestDeserialize: raw,
    responseSerialize: raw,
    responseDeserialize: raw,
  };
  const info: grpc.handleBidiStreamingCall<Buffer, Buffer> = (call) => {
    calls.push(path);
    call.on('data', (request: Buffer) => mute || call.write(answer(request)));
    call.on('end', () => mute || call.end());
  };
  server.addService({ ServerReflectionInfo: definition }, { ServerReflectionInfo: info });

  function answer(request: Buffer): Buffer {
    const reader = new BinaryReader(request);
    const writer = new BinaryWriter();
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      if (field === 7) {
        reader.string();
        writer.tag(6, WireType.LengthDelimited).fork();
        for (const name of services) {
          writer.tag(1, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(name).join();
        }
        writer.join();
      } else if (field === 3 || field === 4) {
        const file = (field === 3 ? byName : bySymbol).get(reader.string());
        if (file)
          writer.tag(4, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).bytes(file).join();
        else
          writer
            .tag(7, WireType.LengthDelimited)
            .fork()
            .tag(1, WireType.Varint)
            .int32(5)
            .tag(2, WireType.LengthDelimited)
            .string('not found')
            .join();
      } else {
        reader.skip(type);
      }
    }
    return Buffer.from(writer.finish());
  }
}
