import { execFileSync } from 'node:child_process';
import { fromBinary } from '@bufbuild/protobuf';
import { type FileDescriptorSet, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { buildGoPeer, type GoPeer, startGoPeer } from './go-peer.js';

/** The Cosmos SDK's own REST side, with IBC and wasmd: a program of `bench/peers/sdk-rest`, built once. */
export interface SdkRest {
  /** All files that it was linked with, as its node's `cosmos.reflection` tells them. */
  readonly described: FileDescriptorSet;
  /** Serves in front of a gRPC address. @param node `http://host:port` */
  start(node: string): Promise<GoPeer>;
}

export async function buildSdkRest(): Promise<SdkRest> {
  const program = await buildGoPeer('sdk-rest');
  const bytes = execFileSync(program, ['--describe'], { maxBuffer: 64 * 1024 * 1024 });
  return {
    described: fromBinary(FileDescriptorSetSchema, bytes),
    start: (node) => startGoPeer(program, [new URL(node).host]),
  };
}
