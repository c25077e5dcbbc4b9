import { readFileSync } from 'node:fs';
import { OracleError } from 'oracle-runtime/plugin';
import { parseChainAddresses } from '../upstream/chain-address.js';
import { chainIdOf, NODE_INFO, networkFault } from '../upstream/chain-id.js';
import { NodeClient, OWN_CALLS } from '../upstream/node-client.js';
import { Code, QueryFault } from '../upstream/status.js';
import { decodeMessage, encodeMessage, type WireMessage } from './wire.js';

/** What a chain knows of an account that signs. */
export interface AccountState {
  readonly accountNumber: bigint;
  /** Of its next transaction. */
  readonly sequence: bigint;
}

/** A transaction as a node tells it. */
export interface LedgerTransaction {
  /** Upper-case hex. */
  readonly hash: string;
  /** 0: it did what it says; anything else: it did nothing but cost its fee. */
  readonly code: number;
  readonly height: bigint;
  /** Why it failed, in the chain's words. */
  readonly log: string;
  readonly events: readonly LedgerEvent[];
  /** In wire form, by their type URLs. */
  readonly messages: readonly { readonly typeUrl: string; readonly value: Uint8Array }[];
}

export interface LedgerEvent {
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A node's word on a transaction that was handed to it. */
export interface Accepted {
  /** 0: it waits for a block. */
  readonly code: number;
  readonly log: string;
}

export interface LedgerOptions {
  /** As `CHAIN_GRPC_URL` takes it. */
  readonly address: string;
  /** As `CHAIN_GRPC_CA` takes it. */
  readonly authority?: string | undefined;
  /** The oracle's network: a node of another one is refused. */
  readonly network: string;
}

type Fields = Parameters<typeof encodeMessage>[0];

const CALL_MS = 20_000;
const MOST_ANSWER_BYTES = 16 * 1_048_576;
const SERVICE = '/cosmos.tx.v1beta1.Service';
const SYNC = 2n;
const DESCENDING = 2n;
const FOUND_AT_ONCE = 100n;

const OTHER_NETWORK = 'Name a node of that network, or change `network` in oracle.config.json.';

/** A chain to which transactions are sent, through its nodes. */
export class Ledger {
  readonly #client: NodeClient;
  readonly #network: string;

  /** @throws OracleError `invalid_request` for an address that is none */
  constructor({ address, authority, network }: LedgerOptions) {
    this.#network = network;
    try {
      this.#client = new NodeClient(parseChainAddresses(address), {
        concurrency: 4,
        queue: 16,
        maxAnswerBytes: MOST_ANSWER_BYTES,
        roots: authority === undefined ? undefined : readFileSync(authority),
        tell: () => undefined,
      });
    } catch (error) {
      throw new OracleError('invalid_request', {
        detail: `The chain node ${JSON.stringify(address)} ${error instanceof Error ? error.message : ''}.`,
        errors: [{ field: 'CHAIN_GRPC_URL', message: 'is the gRPC address of a node' }],
      });
    }
  }

  /** @throws OracleError `conflict` where the chain is not of the oracle's network */
  async chainId(signal: AbortSignal): Promise<string> {
    const { id, fault } = await this.#chain(signal);
    if (fault === undefined) return id;
    throw new OracleError('conflict', { detail: `Nothing was signed: ${fault}.`, hint: OTHER_NETWORK });
  }

  /** @throws OracleError `conflict` where the chain is not of the oracle's network */
  async holdNetwork(signal: AbortSignal): Promise<void> {
    const { fault } = await this.#chain(signal);
    if (fault !== undefined) throw new OracleError('conflict', { detail: `${fault}.`, hint: OTHER_NETWORK });
  }

  async #chain(signal: AbortSignal): Promise<{ readonly id: string; readonly fault: string | undefined }> {
    const id = chainIdOf(await this.#ask(NODE_INFO, {}, signal));
    if (id === undefined)
      throw new OracleError('upstream_failed', { detail: 'The node does not say of which chain it is.' });
    return { id, fault: networkFault(id, this.#network) };
  }

  /** Undefined for an address that never held anything. */
  async account(address: string, signal: AbortSignal): Promise<AccountState | undefined> {
    const answer = await this.#askFor('/cosmos.auth.v1beta1.Query/Account', { 1: address }, signal);
    if (answer === undefined) return undefined;
    let account = answer.message(1).message(2);
    // Vesting accounts keep the plain one in their first field, and so on.
    while (account.all(1).length > 0 && account.text(1) !== address) account = account.message(1);
    return { accountNumber: account.whole(3), sequence: account.whole(4) };
  }

  /** Whether there is a DID document of that id. */
  async document(did: string, signal: AbortSignal): Promise<WireMessage | undefined> {
    const answer = await this.#askFor('/ixo.iid.v1beta1.Query/IidDocument', { 1: did }, signal);
    return answer?.message(1);
  }

  /** Gas that a transaction would use now. @throws OracleError `conflict` with the chain's reason where it would fail */
  async estimateGas(transaction: Uint8Array, signal: AbortSignal): Promise<bigint> {
    try {
      return decodeMessage(await this.#call(`${SERVICE}/Simulate`, { 2: transaction }, signal))
        .message(1)
        .whole(2);
    } catch (error) {
      if (!(error instanceof QueryFault) || isAway(error)) throw faultOf(error, `${SERVICE}/Simulate`);
      throw new OracleError('conflict', { detail: `The chain would refuse it: ${error.message}.` });
    }
  }

  /** What the node asks for a unit of gas, such as `0.025uixo`; undefined where it does not say. */
  async gasPrice(signal: AbortSignal): Promise<string | undefined> {
    try {
      const answer = decodeMessage(await this.#call('/cosmos.base.node.v1beta1.Service/Config', {}, signal));
      return answer
        .text(1)
        .split(',')
        .find((price) => /^\d/.test(price));
    } catch (error) {
      if (error instanceof QueryFault && !isAway(error)) return undefined;
      throw faultOf(error, 'the price of gas');
    }
  }

  /** Hands a transaction to a node, which checks it and keeps it for a block. */
  async broadcast(transaction: Uint8Array, signal: AbortSignal): Promise<Accepted> {
    const answer = await this.#ask(`${SERVICE}/BroadcastTx`, { 1: transaction, 2: SYNC }, signal);
    const response = decodeMessage(answer).message(1);
    return { code: Number(response.whole(4)), log: response.text(6) };
  }

  /** Undefined while it is in no block. */
  async find(hash: string, signal: AbortSignal): Promise<LedgerTransaction | undefined> {
    const answer = await this.#askFor(`${SERVICE}/GetTx`, { 1: hash }, signal);
    return answer === undefined ? undefined : transactionOf(answer.message(2));
  }

  /** Transactions of one kind that an address signed and that succeeded, the latest first, by the node's index. */
  async *sent(address: string, typeUrl: string, signal: AbortSignal): AsyncGenerator<LedgerTransaction> {
    const conditions = [`message.sender='${address}'`, `message.action='${typeUrl}'`];
    for (let page = 1n; ; page++) {
      const answer = await this.#ask(
        `${SERVICE}/GetTxsEvent`,
        // SDK 0.50 asks for one text, earlier ones for a list of conditions.
        { 1: conditions, 3: DESCENDING, 4: page, 5: FOUND_AT_ONCE, 6: conditions.join(' AND ') },
        signal,
      );
      const found = decodeMessage(answer).messages(2).map(transactionOf);
      yield* found.filter(({ code }) => code === 0);
      if (BigInt(found.length) < FOUND_AT_ONCE) return;
    }
  }

  close(): void {
    this.#client.close();
  }

  async #call(path: string, fields: Fields, signal: AbortSignal): Promise<Uint8Array> {
    const deadline = Date.now() + CALL_MS;
    const answer = await this.#client.call(path, encodeMessage(fields), {
      deadline,
      signal,
      client: OWN_CALLS,
    });
    return answer.bytes;
  }

  async #ask(path: string, fields: Fields, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.#call(path, fields, signal);
    } catch (error) {
      throw faultOf(error, path);
    }
  }

  async #askFor(path: string, fields: Fields, signal: AbortSignal): Promise<WireMessage | undefined> {
    try {
      return decodeMessage(await this.#call(path, fields, signal));
    } catch (error) {
      if (error instanceof QueryFault && isAbsent(error)) return undefined;
      throw faultOf(error, path);
    }
  }
}

/** `TxResponse`. */
function transactionOf(response: WireMessage): LedgerTransaction {
  return {
    hash: response.text(2),
    code: Number(response.whole(4)),
    height: response.whole(1),
    log: response.text(6),
    events: response.messages(13).map((event) => ({
      type: event.text(1),
      attributes: Object.fromEntries(event.messages(2).map((each) => [each.text(1), each.text(2)])),
    })),
    // An `Any` with a `Tx`, whose body holds one `Any` a message.
    messages: response
      .message(11)
      .message(2)
      .message(1)
      .messages(1)
      .map((each) => ({ typeUrl: each.text(1), value: each.bytes(2) })),
  };
}

const isAway = ({ code }: QueryFault): boolean =>
  code === Code.Unavailable || code === Code.DeadlineExceeded || code === Code.Cancelled;

/** A chain says it by the code, and some of its modules by an error of their own. */
const isAbsent = ({ code, message }: QueryFault): boolean =>
  code === Code.NotFound || (code !== Code.Unavailable && /not found/i.test(message));

function faultOf(error: unknown, what: string): unknown {
  if (!(error instanceof QueryFault)) return error;
  const options = { detail: `${what.replace(/^\//, '')}: ${error.message}.`, cause: error };
  if (error.code === Code.Unavailable) return new OracleError('unavailable', options);
  return new OracleError(
    error.code === Code.DeadlineExceeded ? 'upstream_timeout' : 'upstream_failed',
    options,
  );
}
