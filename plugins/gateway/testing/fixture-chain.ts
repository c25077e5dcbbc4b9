import { setTimeout as sleep } from 'node:timers/promises';
import { type Registry, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import * as grpc from '@grpc/grpc-js';
import { encodeMessage } from '../transactions/wire.js';
import { Status } from './fixture-answers.js';
import { type FixtureState, fixtureState } from './fixture-data.js';
import { fixtureSet, fixtureTypes } from './fixture-files.js';
import { type FixtureMethod, fixtureMethods } from './fixture-methods.js';
import { reflectionService } from './fixture-reflection.js';
import { NODE_CERTIFICATE, NODE_KEY } from './tls.js';

export interface FixtureChainOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly state?: FixtureState;
  /** Services that do not run on it. */
  readonly absent?: readonly string[];
  /** Which reflection services it has; all by default. */
  readonly reflection?: readonly ('cosmos' | 'v1' | 'v1alpha')[];
  /** Takes what it is asked of itself, and says nothing. */
  readonly mute?: boolean;
  /** Files that it describes, in wire format; all of its own by default. */
  readonly files?: readonly Uint8Array[];
  /** Whether it speaks TLS, with the certificate of `tls.ts`. */
  readonly tls?: boolean;
  /** What it says that its chain is; nothing by default. */
  readonly chainId?: string | (() => string);
  /** Milliseconds that it takes to say it. */
  readonly late?: number;
  /** The latest block. */
  readonly height?: number;
  /** How many milliseconds ago its latest block was made; it tells none by default. */
  readonly lag?: () => number;
  /** It is so old that it tells its latest block only with all that is in it. */
  readonly noStatus?: boolean;
  /** Answers for the latest block, whichever was asked for. */
  readonly onlyLatest?: boolean;
}

export interface FixtureChain {
  /** `http://127.0.0.1:<port>`, or `https://localhost:<port>` */
  readonly url: string;
  readonly port: number;
  readonly types: Registry;
  readonly state: FixtureState;
  /** Every call so far, by path. */
  readonly calls: string[];
  /** Ends at once, in the middle of whatever it does. */
  close(): Promise<void>;
}

const NODE_INFO = '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';
const STATUS = '/cosmos.base.node.v1beta1.Service/Status';
const LATEST_BLOCK = '/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock';
const raw = (bytes: Buffer) => bytes;

/** A local node: answers the queries of the gateway's protos and of the fixture service, from memory. */
export async function startFixtureChain(options: FixtureChainOptions = {}): Promise<FixtureChain> {
  const { state = fixtureState(), reflection = ['cosmos', 'v1', 'v1alpha'], height = 1000 } = options;
  const types = fixtureTypes();
  const set = fixtureSet();
  const files = options.files ?? set.file.map((file) => toBinary(FileDescriptorProtoSchema, file));
  const calls: string[] = [];
  const server = new grpc.Server({ 'grpc.max_send_message_length': -1 });
  const methods = fixtureMethods(types, state);
  for (const path of [...methods.keys()]) {
    if (options.absent?.includes(path.split('/')[1] ?? '')) methods.delete(path);
  }
  const { chainId, late } = options;
  if (chainId !== undefined) {
    methods.set(NODE_INFO, async () => {
      if (late !== undefined) await sleep(late);
      return inField(1, inField(4, Buffer.from(typeof chainId === 'string' ? chainId : chainId())));
    });
  }
  const { lag } = options;
  if (lag !== undefined) {
    const time = () => encodeMessage({ 1: BigInt(Math.floor((Date.now() - lag()) / 1_000)) });
    if (options.noStatus === true)
      methods.set(LATEST_BLOCK, async () =>
        encodeMessage({ 2: encodeMessage({ 1: encodeMessage({ 3: BigInt(height), 4: time() }) }) }),
      );
    else methods.set(STATUS, async () => encodeMessage({ 2: BigInt(height), 3: time() }));
  }
  if (reflection.includes('cosmos')) {
    methods.set(
      '/cosmos.reflection.v1.ReflectionService/FileDescriptors',
      options.mute === true ? () => new Promise(() => undefined) : async () => describe(files),
    );
  }
  for (const [path, method] of methods) {
    const name = path.split('/').at(-1) ?? '';
    server.addService(
      { [name]: { path, requestStream: false, responseStream: false, ...identity() } },
      { [name]: unary(path, method) },
    );
  }
  const services = [...new Set([...methods.keys()].map((path) => path.split('/')[1] ?? ''))];
  for (const version of ['v1', 'v1alpha'] as const) {
    if (reflection.includes(version))
      reflectionService(server, version, files, services, { calls, mute: options.mute === true });
  }

  function unary(path: string, method: FixtureMethod): grpc.handleUnaryCall<Buffer, Buffer> {
    return (call, reply) => {
      calls.push(path);
      const metadata = new Map(
        Object.entries(call.metadata.getMap()).map(([key, value]) => [key, String(value)]),
      );
      const asked = options.onlyLatest === true ? undefined : metadata.get('x-cosmos-block-height');
      const away = state.unavailable.get(path) ?? 0;
      if (away > 0) {
        state.unavailable.set(path, away - 1);
        reply({ code: 14, details: 'not now' });
        return;
      }
      const canned = state.canned.get(path);
      const answered =
        canned === undefined ? method({ request: call.request, metadata }) : Promise.resolve(canned);
      answered.then(
        (answer) => {
          const sent = new grpc.Metadata();
          sent.set('x-cosmos-block-height', asked ?? String(height));
          call.sendMetadata(sent);
          reply(null, Buffer.from(answer));
        },
        (error: unknown) => {
          const status = error instanceof Status ? error : new Status(13, String(error));
          const trailer = new grpc.Metadata();
          if (status.details) trailer.set('grpc-status-details-bin', Buffer.from(status.details));
          reply({ code: status.code, details: status.message, metadata: trailer });
        },
      );
    };
  }

  const port = await new Promise<number>((resolve, reject) => {
    const address = `127.0.0.1:${options.port ?? 0}`;
    const credentials =
      options.tls === true
        ? grpc.ServerCredentials.createSsl(null, [
            { private_key: Buffer.from(NODE_KEY), cert_chain: Buffer.from(NODE_CERTIFICATE) },
          ])
        : grpc.ServerCredentials.createInsecure();
    server.bindAsync(address, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return {
    url: options.tls === true ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    port,
    types,
    state,
    calls,
    async close() {
      server.forceShutdown();
    },
  };
}

function identity() {
  return {
    requestSerialize: raw,
    requestDeserialize: raw,
    responseSerialize: raw,
    responseDeserialize: raw,
  };
}

/** FileDescriptorsResponse, whose wire form is that of a FileDescriptorSet. */
export function describe(files: readonly Uint8Array[]): Uint8Array {
  const parts = files.map((file) => {
    const head: number[] = [10];
    for (let size = file.length; ; size >>>= 7) {
      head.push(size > 127 ? (size & 127) | 128 : size);
      if (size <= 127) break;
    }
    return Buffer.concat([Buffer.from(head), file]);
  });
  return Buffer.concat(parts);
}

/** A short length-delimited field. */
const inField = (field: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of((field << 3) | 2, bytes.length), bytes]);

/** The fixture's descriptors as a file for CHAIN_DESCRIPTORS. */
export function fixtureDescriptorSet(): Uint8Array {
  return toBinary(FileDescriptorSetSchema, fixtureSet());
}
