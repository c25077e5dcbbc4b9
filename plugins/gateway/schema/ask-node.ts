import { type DescFile, fromBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { messageOf } from 'oracle-runtime/kit';
import { eachField } from '../upstream/each-field.js';
import { type NodeClient, OWN_CALLS } from '../upstream/node-client.js';
import { Code, QueryFault } from '../upstream/status.js';
import { readSet } from './read-set.js';
import { Schema } from './schema.js';
import { shippedFiles } from './shipped.js';

const COSMOS = '/cosmos.reflection.v1.ReflectionService/FileDescriptors';
const TIMEOUT_MS = 10_000;
const OUT_OF_REACH: ReadonlySet<number> = new Set([Code.Unavailable, Code.DeadlineExceeded]);
/** Fields of ServerReflectionRequest. */
const FILE_BY_NAME = 3;
const FILE_WITH_SYMBOL = 4;
const LIST_SERVICES = 7;
/** Imports are asked for in rounds; a set is never deeper. */
const MOST_ROUNDS = 30;

/** What came of asking a node what it serves. */
export interface Told {
  readonly schema: Schema;
  /** Whether what the schema lacks is nothing that the node serves: it described itself, or has no way to. */
  readonly certain: boolean;
}

/**
 * What the node says about itself: `grpc.reflection` lists the services that it runs, `cosmos.reflection` describes all
 * that is linked into it, which brings the types inside `Any` and also services that nobody serves. A node with only
 * one of them is taken at that one's word; a node with neither gives the shipped schema, with a warning.
 * @throws QueryFault when the node cannot be reached
 */
export async function askNode(client: NodeClient, signal: AbortSignal): Promise<Told> {
  const reasons: string[] = [];
  let certain = true;
  const either = async <T>(way: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await way();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof QueryFault && OUT_OF_REACH.has(error.code)) throw error;
      if (!(error instanceof QueryFault) || error.code !== Code.Unimplemented) certain = false;
      reasons.push(messageOf(error));
      return undefined;
    }
  };
  const all = await either(() => byCosmos(client, signal));
  const linked = all ?? [];
  const known = new Set(
    linked.flatMap(({ package: room, service }) => service.map(({ name }) => `${room}.${name}`)),
  );
  const running =
    (await either(() => byReflection(client, 'v1', known, signal))) ??
    (await either(() => byReflection(client, 'v1alpha', known, signal)));
  const answered = all !== undefined || running !== undefined;
  const names = new Set(linked.map(({ name }) => name));
  const protos = [...linked, ...(running?.protos ?? []).filter(({ name }) => !names.has(name))];
  const { files, warnings } = readSet(protos, shippedFiles());
  if (files.some((file) => file.services.length > 0))
    return { schema: new Schema(files, warnings, running?.services), certain: true };
  // One that has reflection and describes nothing has not begun to serve.
  if (answered) reasons.push('it describes no service');
  const why = `the node does not describe itself (${[...new Set(reasons)].join('; ')})`.slice(0, 400);
  return { schema: new Schema([], [why]), certain: certain && !answered };
}

/** Reads a file of descriptors that the operator gives. @throws Error when it is none */
export function schemaOfFile(bytes: Uint8Array): Schema {
  const { files, warnings } = readSet(fromBinary(FileDescriptorSetSchema, bytes).file, shippedFiles());
  const services = files.flatMap((file: DescFile) => file.services);
  if (services.length === 0) throw new Error('it describes no service');
  return new Schema(files, warnings);
}

async function byCosmos(client: NodeClient, signal: AbortSignal): Promise<FileDescriptorProto[]> {
  const { bytes } = await client.call(COSMOS, new Uint8Array(), {
    client: OWN_CALLS,
    deadline: Date.now() + TIMEOUT_MS,
    signal,
  });
  // FileDescriptorsResponse has the wire form of a FileDescriptorSet.
  const protos: FileDescriptorProto[] = [];
  eachField(bytes, (field, file) => {
    if (field === 1) collect(file, protos);
  });
  return protos;
}

interface Running {
  /** Full names of the services that the node serves. */
  readonly services: ReadonlySet<string>;
  readonly protos: readonly FileDescriptorProto[];
}

/** @param known services whose files are at hand */
async function byReflection(
  client: NodeClient,
  version: 'v1' | 'v1alpha',
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Running> {
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
  const ask = (requests: readonly Uint8Array[]) =>
    client.converse(path, requests, { deadline: Date.now() + TIMEOUT_MS, signal });
  const [listed] = await ask([question(LIST_SERVICES, '*')]);
  const services = servicesIn(listed ?? new Uint8Array());
  const protos = new Map<string, FileDescriptorProto>();
  const asked = new Set<string>();
  let requests = services.filter((name) => !known.has(name)).map((name) => question(FILE_WITH_SYMBOL, name));
  for (let round = 0; requests.length > 0 && round < MOST_ROUNDS; round++) {
    for (const answer of await ask(requests)) {
      for (const proto of filesIn(answer)) protos.set(proto.name, proto);
    }
    const missing = [...protos.values()]
      .flatMap((proto) => proto.dependency)
      .filter((name) => !protos.has(name) && !asked.has(name));
    for (const name of missing) asked.add(name);
    requests = [...new Set(missing)].map((name) => question(FILE_BY_NAME, name));
  }
  return { services: new Set(services), protos: [...protos.values()] };
}

function question(field: number, value: string): Uint8Array {
  return new BinaryWriter().tag(field, WireType.LengthDelimited).string(value).finish();
}

/** `list_services_response` is field 6, its services field 1, their names field 1. */
function servicesIn(answer: Uint8Array): string[] {
  const names: string[] = [];
  eachField(answer, (field, list) => {
    if (field !== 6) return;
    eachField(list, (_one, service) =>
      eachField(service, (_name, text) => names.push(Buffer.from(text).toString())),
    );
  });
  return names;
}

/** `file_descriptor_response` is field 4, its files field 1. Files that cannot be read are left out. */
function filesIn(answer: Uint8Array): FileDescriptorProto[] {
  const protos: FileDescriptorProto[] = [];
  eachField(answer, (field, response) => {
    if (field !== 4) return;
    eachField(response, (_file, bytes) => collect(bytes, protos));
  });
  return protos;
}

function collect(bytes: Uint8Array, protos: FileDescriptorProto[]): void {
  try {
    protos.push(fromBinary(FileDescriptorProtoSchema, bytes));
  } catch {
    // A descriptor that is none says nothing; what imports it is told about.
  }
}
