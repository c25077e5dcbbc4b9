import * as grpc from '@grpc/grpc-js';
import { decodeMessage, encodeMessage } from '../transactions/wire.js';
import { type Block, check, gasOf, hashOf, include, type LedgerState } from './ledger-state.js';

export interface LedgerNodeOptions {
  readonly chainId?: string;
  /** Whether a transaction gets into a block at once; default true. */
  readonly mines?: boolean;
  /** What the node asks for a unit of gas; silent without. */
  readonly gasPrice?: string;
}

/** A node of a chain that takes transactions: a stand-in which verifies signature, sequence, fee and DIDs. */
export interface LedgerNode {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly state: LedgerState;
  /** Transactions that were handed over, in wire format. */
  readonly broadcasts: Uint8Array[];
  /** What happens instead of the next broadcast's answer: the node takes it and the line breaks. */
  breakNext: boolean;
  /** Puts what waits into blocks. */
  mine(): void;
  fund(address: string, balance?: bigint): void;
  entities(): readonly Block[];
  close(): void;
}

type Answer = (request: ReturnType<typeof decodeMessage>) => Uint8Array;

class Status extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const absent = (what: string) => new Status(5, what);

export async function startLedgerNode(options: LedgerNodeOptions = {}): Promise<LedgerNode> {
  const { chainId = 'devnet-1', mines = true, gasPrice } = options;
  const state: LedgerState = { chainId, accounts: new Map(), documents: new Map(), blocks: [], waiting: [] };
  const server = new grpc.Server();
  const serve = (path: string, answer: Answer) => {
    const raw = (bytes: Buffer) => bytes;
    const form = {
      requestSerialize: raw,
      requestDeserialize: raw,
      responseSerialize: raw,
      responseDeserialize: raw,
    };
    const name = path.split('/').at(-1) ?? '';
    const definition = { path, requestStream: false, responseStream: false, ...form };
    const handle: grpc.handleUnaryCall<Buffer, Buffer> = (call, reply) => {
      try {
        reply(null, Buffer.from(answer(decodeMessage(call.request))));
      } catch (error) {
        const status = error instanceof Status ? error : new Status(13, String(error));
        reply({ code: status.code, details: status.message });
      }
    };
    server.addService({ [name]: definition }, { [name]: handle });
  };
  const node: LedgerNode = {
    url: '',
    state,
    broadcasts: [],
    breakNext: false,
    mine() {
      for (const bytes of state.waiting.splice(0)) include(state, bytes);
    },
    fund(address, balance = 10_000_000n) {
      state.accounts.set(address, { number: BigInt(state.accounts.size + 7), sequence: 0n, balance });
    },
    entities: () => state.blocks.filter(({ entityDid }) => entityDid !== undefined),
    close: () => server.forceShutdown(),
  };

  serve('/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo', () =>
    encodeMessage({ 1: encodeMessage({ 4: chainId }) }),
  );
  serve('/cosmos.base.node.v1beta1.Service/Config', () => {
    if (gasPrice === undefined) throw new Status(12, 'unknown service cosmos.base.node.v1beta1.Service');
    return encodeMessage({ 1: gasPrice });
  });
  serve('/cosmos.auth.v1beta1.Query/Account', (request) => {
    const address = request.text(1);
    const account = state.accounts.get(address);
    if (account === undefined) throw absent(`account ${address} not found`);
    const value = encodeMessage({ 1: address, 3: account.number, 4: account.sequence });
    return encodeMessage({ 1: encodeMessage({ 1: '/cosmos.auth.v1beta1.BaseAccount', 2: value }) });
  });
  serve('/ixo.iid.v1beta1.Query/IidDocument', (request) => {
    const services = state.documents.get(request.text(1));
    if (services === undefined) throw new Status(2, 'did document not found');
    const written = [...services].map(([id, url]) => encodeMessage({ 1: id, 3: url }));
    const id = request.text(1);
    const signer = state.blocks.find(({ entityDid }) => entityDid === id)?.signer;
    const method = { 1: `${id}#${signer}`, 2: 'CosmosAccountAddress', 3: id, 4: signer ?? '' };
    const methods = signer === undefined ? [] : [encodeMessage(method)];
    return encodeMessage({ 1: encodeMessage({ 2: id, 4: methods, 5: written }) });
  });
  serve('/cosmos.tx.v1beta1.Service/Simulate', (request) => {
    const refusal = check(state, request.bytes(2), true);
    if (refusal !== undefined) throw new Status(2, refusal.log);
    return encodeMessage({ 1: encodeMessage({ 2: gasOf(request.bytes(2)) }) });
  });
  serve('/cosmos.tx.v1beta1.Service/BroadcastTx', (request) => {
    const bytes = request.bytes(1);
    node.broadcasts.push(bytes);
    const answer = (code: number, log: string) =>
      encodeMessage({ 1: encodeMessage({ 2: hashOf(bytes), 4: BigInt(code), 6: log }) });
    if (state.waiting.some((each) => hashOf(each) === hashOf(bytes)))
      return answer(19, 'tx already in mempool');
    const refusal = check(state, bytes);
    if (refusal !== undefined) return answer(refusal.code, refusal.log);
    if (mines) include(state, bytes);
    else state.waiting.push(bytes);
    if (node.breakNext) {
      node.breakNext = false;
      throw new Status(14, 'the line broke');
    }
    return answer(0, '');
  });
  serve('/cosmos.tx.v1beta1.Service/GetTx', (request) => {
    const block = state.blocks.find(({ hash }) => hash === request.text(1));
    if (block === undefined) throw absent(`tx not found: ${request.text(1)}`);
    return encodeMessage({ 2: responseOf(block) });
  });
  serve('/cosmos.tx.v1beta1.Service/GetTxsEvent', (request) => {
    const [, sender, action] =
      /^message\.sender='(\w+)' AND message\.action='([\w./]+)'$/.exec(request.text(6)) ?? [];
    const found = state.blocks.filter(
      ({ signer, messages }) => signer === sender && messages.some(({ typeUrl }) => typeUrl === action),
    );
    return encodeMessage({ 2: found.reverse().map(responseOf) });
  });

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return Object.assign(node, { url: `http://127.0.0.1:${port}` });
}

/** TxResponse. */
function responseOf({ hash, height, code, log, bytes, entityDid }: Block): Uint8Array {
  const attribute = (key: string, value: string) => encodeMessage({ 1: key, 2: value });
  const event = (type: string, attributes: Uint8Array[]) => encodeMessage({ 1: type, 2: attributes });
  const minted =
    entityDid === undefined
      ? []
      : [event('wasm', [attribute('action', 'mint'), attribute('token_id', entityDid)])];
  return encodeMessage({
    1: height,
    2: hash,
    4: BigInt(code),
    6: log,
    11: encodeMessage({ 1: '/cosmos.tx.v1beta1.Tx', 2: bytes }),
    13: [event('tx', [attribute('fee', '1uixo')]), ...minted],
  });
}
