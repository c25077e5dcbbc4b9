import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DescMessage, fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import { messageOf, Turns, timeLimit } from 'oracle-runtime/kit';
import type { Logger } from 'oracle-runtime/plugin';
import { bindRequest } from '../binding/bind-request.js';
import { readJson } from '../binding/read-json.js';
import type { Lateness } from '../lateness.js';
import { MessagePrinter } from '../printing/message-printer.js';
import { askNode, schemaOfFile, type Told } from '../schema/ask-node.js';
import { type Query, Schema } from '../schema/schema.js';
import { CallMetrics } from '../serving/call-metrics.js';
import type { ChainAddress } from '../upstream/chain-address.js';
import { networkFault } from '../upstream/chain-id.js';
import { NodeClient, type NodeLimits } from '../upstream/node-client.js';
import { cancelled } from '../upstream/node-faults.js';
import { Code, QueryFault } from '../upstream/status.js';

export interface GatewayOptions extends NodeLimits {
  /** Of the nodes of one chain, the preferred first; none: every query is 503. */
  readonly addresses: readonly ChainAddress[];
  /** Which of ixo's networks the chain should be, as `NETWORK` names it. */
  readonly network: string;
  /** Path of the certificates that the node's is checked against; those that the system trusts by default. */
  readonly authority?: string | undefined;
  /** Path of a FileDescriptorSet. */
  readonly descriptors: string | undefined;
  readonly timeoutMs: number;
  readonly longestTimeoutMs: number;
  /** How often a node is asked again what it serves. */
  readonly refreshMs: number;
  readonly logger: Logger;
}

export interface QueryInput {
  readonly path: readonly (readonly [field: readonly string[], value: string])[];
  readonly params: readonly (readonly [name: string, value: string])[];
  /** JSON of the whole request, in place of path and params. */
  readonly body?: string;
  /** It is sent at most once: sending it again could be told as a failure of what has worked. */
  readonly once?: boolean;
  /** Whose share of the node it takes. */
  readonly client: string;
  readonly metadata?: Readonly<Record<string, string | Buffer>>;
  /** Milliseconds that the caller gives it. */
  readonly timeoutMs?: number | undefined;
  readonly canonical?: boolean;
  readonly signal: AbortSignal;
}

export interface QueryOutput {
  /** Bytes where it is large. */
  readonly json: string | Buffer;
  readonly metadata: Readonly<Record<string, string | Buffer>>;
  /** Of which past it is, where that is minutes ago. */
  readonly behind: Lateness | undefined;
}

// No word of it is a field's name: a chat would take it for what a person has to mend.
export const NO_CHAIN = 'no chain is configured: set CHAIN_GRPC_URL to the gRPC port of a node';
const NOT_SAID = 'the chain node has not said yet which queries it serves';
/** The request of a query without parameters, in wire format. */
const NOTHING = new Uint8Array();
/** Answers below this are printed in one go. */
const LARGE_OCTETS = 65_536;
const MOST_CANONICAL_OCTETS = 2_097_152;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
const SETTLED_WITHIN_MS = 5_000;
/** How soon a node is asked again that did not describe itself, and no node more often than that. */
const AGAIN_MS = 3_000;

/** The chain as this process knows it: its schema, which may arrive and change at any time, and its node. */
export class ChainGateway {
  readonly metrics = new CallMetrics();
  readonly #options: GatewayOptions;
  readonly #client: NodeClient | undefined;
  /** In milliseconds of the process. */
  readonly #since = performance.now();
  #schema = new Schema([]);
  #printer = new MessagePrinter(this.#schema);
  #ready = false;
  /** Whether what the schema lacks is nothing that the chain has. */
  #certain = false;
  /** The schema is the operator's. */
  #given = false;
  /** Aborted when a node is back that was away. */
  #returned = new AbortController();

  constructor(options: GatewayOptions) {
    this.#options = options;
    const { addresses, authority, logger } = options;
    if (addresses.length === 0) return;
    this.#client = new NodeClient(addresses, {
      ...options,
      roots: authority === undefined ? undefined : readFileSync(authority),
      fits: (chainId) => networkFault(chainId, options.network) === undefined,
      returned: () => this.#returned.abort(),
      tell: (state, node) => logger.warn({ node, state }, 'chain node'),
    });
  }

  get schema(): Schema {
    return this.#schema;
  }

  get printer(): MessagePrinter {
    return this.#printer;
  }

  /** What is wrong with the chain's nodes now, in words without an address; undefined while all is well. */
  async trouble(): Promise<string | undefined> {
    if (this.#client === undefined) return undefined;
    await this.#client.look();
    const { trouble, chainId, late } = this.#client;
    // A node that answers, and does not say what, leaves every query without an answer.
    const isMute = !this.#ready && performance.now() - this.#since > SETTLED_WITHIN_MS;
    const told = [
      trouble ?? networkFault(chainId, this.#options.network),
      late,
      trouble === undefined && isMute ? NOT_SAID : undefined,
    ];
    return told.some((words) => words !== undefined)
      ? told.filter((words) => words !== undefined).join('; ')
      : undefined;
  }

  /** Of which past is answered now, where that is minutes ago; undefined where it is not, or nobody tells. */
  get behind(): Lateness | undefined {
    return this.#client?.behind;
  }

  /** Why a query that the schema lacks may be one of the chain's all the same; undefined once that is known. */
  get unread(): string | undefined {
    if (this.#client === undefined || this.#certain) return undefined;
    return this.#client.trouble ?? NOT_SAID;
  }

  /** Whether there is nobody who could be asked. */
  get alone(): boolean {
    return this.#client === undefined;
  }

  /** Waits a little for a schema that is being read: who asks right after the start shall not be told what there is not. */
  async settle(signal: AbortSignal): Promise<void> {
    const client = this.#client;
    if (this.#ready || client === undefined) return;
    const enough = AbortSignal.any([signal, timeLimit(SETTLED_WITHIN_MS)]);
    const reading = this.ready(enough).catch(() => undefined);
    await Promise.race([reading, client.look().then(() => (client.down ? undefined : reading))]);
  }

  get inFlight(): number {
    return this.#client?.inFlight ?? 0;
  }

  /** Resolves when the schema is there, from the operator's file or from the node, however long that takes. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#ready) return;
    const { descriptors, logger } = this.#options;
    if (this.#client !== undefined) void this.#holdToNetwork(this.#client);
    if (descriptors !== undefined) {
      try {
        this.#use({ schema: schemaOfFile(await readFile(descriptors)), certain: true });
        this.#given = true;
        return;
      } catch (error) {
        const why = messageOf(error);
        logger.error(
          { file: descriptors, why },
          'the file of CHAIN_DESCRIPTORS cannot be used; asking the node',
        );
      }
    }
    if (this.#client === undefined) return;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#use(await askNode(this.#client, signal));
        return;
      } catch (error) {
        signal.throwIfAborted();
        const why = this.#client.trouble ?? messageOf(error);
        logger.warn({ why }, 'the chain node is not there yet');
        await sleep(pause, undefined, { signal });
      }
    }
  }

  /** Says it in the log when the nodes are of another network than the oracle. */
  async #holdToNetwork(client: NodeClient): Promise<void> {
    await client.look();
    const fault = networkFault(client.chainId, this.#options.network);
    if (fault !== undefined) this.#options.logger.warn({ chainId: client.chainId }, fault);
  }

  /**
   * Asks the node again, for as long as the process lives: an upgrade of the chain brings new queries. It is asked at once
   * when it was away, and every few seconds while it does not describe itself.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    if (this.#client === undefined) return;
    const { refreshMs } = this.#options;
    const soonMs = Math.min(refreshMs, AGAIN_MS);
    let settled: boolean | undefined;
    while (!signal.aborted) {
      await sleep(soonMs, undefined, { signal }).catch(() => undefined);
      const waited = AbortSignal.any([signal, this.#returned.signal]);
      if (settled ?? this.#schema.loaded)
        await sleep(refreshMs - soonMs, undefined, { signal: waited }).catch(() => undefined);
      if (signal.aborted || this.#given) return;
      // Until there is a schema, who waits for it asks.
      if (!this.#ready) continue;
      this.#returned = new AbortController();
      try {
        const told = await askNode(this.#client, signal);
        settled = told.schema.loaded;
        // One that says nothing takes nothing away.
        if (settled || (!this.#schema.loaded && told.certain !== this.#certain)) this.#use(told);
      } catch (error) {
        if (signal.aborted) return;
        // Of one that is away it is heard when it is back.
        settled = this.#client.down;
        const why = messageOf(error);
        this.#options.logger.warn(
          { why },
          'the chain node did not describe itself; its last description stays',
        );
      }
    }
  }

  #use({ schema, certain }: Told): void {
    this.#certain = certain;
    this.#schema = schema;
    this.#printer = new MessagePrinter(schema);
    this.#ready = true;
    const { warnings } = schema;
    this.#options.logger.info(
      { queries: schema.queries.size, warnings: warnings.length, first: warnings.slice(0, 5) },
      schema.loaded ? 'chain schema loaded' : 'chain schema: only what ships with the gateway',
    );
  }

  /**
   * Asks the node.
   * @throws QueryFault
   */
  async query(query: Query, input: QueryInput): Promise<QueryOutput> {
    const started = performance.now();
    let code = 0;
    try {
      return await this.#query(query, input);
    } catch (error) {
      code = error instanceof QueryFault ? error.code : Code.Internal;
      throw error;
    } finally {
      this.metrics.observe(query.name, code, performance.now() - started);
    }
  }

  async #query(query: Query, input: QueryInput): Promise<QueryOutput> {
    const printer = this.#printer;
    const schema = this.#schema;
    const { timeoutMs, longestTimeoutMs } = this.#options;
    const { method } = query;
    const request = requestOf(method.input, input, schema);
    if (this.#client === undefined) {
      throw new QueryFault(Code.Unavailable, NO_CHAIN);
    }
    const { client, signal } = input;
    const deadline = Date.now() + Math.min(input.timeoutMs ?? timeoutMs, longestTimeoutMs);
    const { admit, leave } = this.#client.intake.visit({ client, deadline, signal });
    try {
      const { bytes, metadata, behind } = await this.#client.call(query.path, request, {
        deadline,
        metadata: input.metadata,
        once: input.once,
        client,
        signal,
        admit,
      });
      const json = input.canonical
        ? canonicalJson(method.output, bytes, schema)
        : await printed(printer, method.output, bytes, { deadline, signal });
      return { json, metadata, behind };
    } finally {
      leave();
    }
  }

  close(): void {
    this.#client?.close();
  }
}

interface Patience {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** @throws QueryFault 500 for bytes that are no such message, 504 at the deadline, 408 when its signal is aborted */
async function printed(
  printer: MessagePrinter,
  desc: DescMessage,
  bytes: Uint8Array,
  { deadline, signal }: Patience,
): Promise<string | Buffer> {
  if (bytes.length < LARGE_OCTETS) return readable(() => printer.print(desc, bytes));
  const printing = printer.printInTurns(desc, bytes);
  const turns = new Turns();
  for (;;) {
    const step = readable(() => printing.next());
    if (step.done) return step.value;
    await turns.others();
    if (signal.aborted) throw cancelled();
    if (Date.now() > deadline)
      throw new QueryFault(Code.DeadlineExceeded, 'the answer is too large to be printed in time');
  }
}

/** @throws QueryFault 429 for one that is large: the library prints it in one piece, and nobody else has a turn */
function canonicalJson(desc: DescMessage, bytes: Uint8Array, { registry }: Schema): string {
  if (bytes.length > MOST_CANONICAL_OCTETS) {
    const words = `the answer is larger than ${MOST_CANONICAL_OCTETS} bytes: ask for less, or without protojson`;
    throw new QueryFault(Code.ResourceExhausted, words);
  }
  return readable(() =>
    JSON.stringify(toJson(desc, fromBinary(desc, bytes), { registry, alwaysEmitImplicit: true })),
  );
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = messageOf(error);
    throw new QueryFault(Code.Internal, `the node's answer cannot be read: ${why}`.slice(0, 300), {
      cause: error,
    });
  }
}

function requestOf(desc: DescMessage, { path, params, body }: QueryInput, schema: Schema): Uint8Array {
  if (body !== undefined) return toBinary(desc, readJson(desc, body, schema));
  if (path.length === 0 && params.length === 0) return NOTHING;
  return toBinary(desc, bindRequest(desc, path, params));
}
