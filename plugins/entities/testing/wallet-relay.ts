import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256Hex } from 'oracle-runtime/kit';

/** The relay between an oracle and a phone, as ixo's does it, and the phone: a stand-in that checks hashes. */
export interface WalletRelay {
  readonly url: string;
  /** What the phone does with the next code: by default it waits. */
  phone: Phone;
  /** Bodies of transactions that it was asked to sign. */
  readonly asked: Buffer[];
  /** How long sessions are valid, in milliseconds. */
  validMs: number;
  close(): void;
}

export interface Phone {
  /** Answers the login; undefined: nobody scans it. */
  readonly account?: { readonly address: string; readonly did: string; readonly pubKey: string };
  readonly declines?: boolean;
  /** Signs and sends; gives the hash. */
  readonly sign?: (body: Buffer) => string;
}

interface Session {
  readonly hash: string;
  readonly nonceHash: string;
  readonly body: Buffer;
  readonly until: number;
  answer?: { success: boolean; data: unknown };
}

type Body = Record<string, unknown>;

const sha256 = (text: string) => sha256Hex(text);
const notYet = { success: false, code: 418, data: { message: 'not yet' } };
const error = (message: string) => ({ success: false, data: { message } });

export async function startWalletRelay(): Promise<WalletRelay> {
  const sessions = new Map<string, Session>();
  const routes: Record<string, (body: Body) => object> = {
    '/login/fetch': ({ hash, secureNonce }) => {
      if (typeof hash !== 'string' || typeof secureNonce !== 'string') return error('missing parameters');
      if (relay.phone.declines === true)
        return { success: true, data: { success: false, data: { message: 'not me' } } };
      if (relay.phone.account === undefined) return notYet;
      return { success: true, data: { message: 'found', success: true, data: relay.phone.account } };
    },
    '/transaction/v2/create': ({ hash, address, did, pubkey, transactions }) => {
      const { secureNonce, transactions: all } = transactions as {
        secureNonce: string;
        transactions: Body[];
      };
      const [first = {}] = all;
      const { txBodyHex, timestamp } = first;
      const formatted = { address, did, pubkey, txBodyHex, timestamp };
      const own = sha256(JSON.stringify(formatted, Object.keys(formatted).sort()));
      if (own !== first['hash'] || sha256(own + secureNonce) !== hash) return error('hash mismatch');
      const body = Buffer.from(String(txBodyHex), 'hex');
      relay.asked.push(body);
      const until = Date.now() + relay.validMs;
      sessions.set(own, { hash: String(hash), nonceHash: String(hash), body, until });
      const validUntil = new Date(until).toISOString();
      return { success: true, data: { activeTransaction: { hash: own, sequence: 1, validUntil } } };
    },
    '/transaction/v2/response': ({ hash, secureNonce }) => {
      const session = sessions.get(String(hash));
      if (session === undefined) return error('Transaction request not found');
      if (sha256(String(hash) + String(secureNonce)) !== session.nonceHash) return error('hash mismatch');
      if (session.answer === undefined && session.until > Date.now()) {
        if (relay.phone.declines === true) session.answer = { success: false, data: { message: 'too dear' } };
        else if (relay.phone.sign !== undefined)
          session.answer = {
            success: true,
            data: { code: 0, transactionHash: relay.phone.sign(session.body) },
          };
      }
      return session.answer === undefined ? notYet : { success: true, data: session.answer };
    },
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const answer = routes[request.url ?? '']?.(body);
      response.writeHead(answer === undefined ? 404 : 201, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer ?? error('no such route')));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const relay: WalletRelay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    phone: {},
    asked: [],
    validMs: 120_000,
    close: () => server.close(),
  };
  return relay;
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body;
}
