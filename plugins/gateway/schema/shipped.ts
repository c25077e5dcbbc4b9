import { gunzipSync } from 'node:zlib';
import { type DescFile, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { DESCRIPTORS } from '../protos/descriptors.js';
import { readSet } from './read-set.js';

let files: readonly DescFile[] | undefined;

/** The services that are known before any node answers: entities, claims, tokens and DIDs. */
export function shippedFiles(): readonly DescFile[] {
  files ??= readSet(
    fromBinary(FileDescriptorSetSchema, gunzipSync(Buffer.from(DESCRIPTORS, 'base64'))).file,
  ).files;
  return files;
}
