import { gunzipSync } from 'node:zlib';
import { createFileRegistry, createRegistry, fromBinary, type Registry } from '@bufbuild/protobuf';
import {
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  file_google_protobuf_any,
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
} from '@bufbuild/protobuf/wkt';
import { DESCRIPTORS as SHIPPED } from '../protos/descriptors.js';
import { DESCRIPTORS as FIXTURE } from './descriptors.js';

/** All files that the fixture chain speaks, imports first. */
export function fixtureSet(): FileDescriptorSet {
  const wellKnown = [
    file_google_protobuf_descriptor,
    file_google_protobuf_any,
    file_google_protobuf_duration,
    file_google_protobuf_timestamp,
    file_google_protobuf_wrappers,
  ].map(({ proto }) => proto);
  const parts = [SHIPPED, FIXTURE].map((text) =>
    fromBinary(FileDescriptorSetSchema, gunzipSync(Buffer.from(text, 'base64'))),
  );
  const set = fromBinary(FileDescriptorSetSchema, new Uint8Array());
  const seen = new Set<string>();
  for (const file of [...wellKnown, ...parts.flatMap((part) => part.file)]) {
    if (!seen.has(file.name)) set.file.push(file);
    seen.add(file.name);
  }
  return set;
}

/** The types of the fixture chain. */
export function fixtureTypes(): Registry {
  return createRegistry(createFileRegistry(fixtureSet()));
}
