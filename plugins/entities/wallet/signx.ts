import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex, timeLimit } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { addressOf } from '../../gateway/library.js';

/** The account of a wallet on a phone. */
export interface WalletAccount {
  readonly address: string;
  readonly did: string;
  /** 33 bytes, compressed. */
  readonly publicKey: Uint8Array;
}

/** What a phone is asked to sign, and by what its answer is asked for. */
export interface SigningSession {
  readonly hash: string;
  readonly sessionHash: string;
  readonly secureNonce: string;
  /** ISO 8601; later the phone can no longer sign. */
  readonly validUntil: string;
}

export interface SignXOptions {
  /** The relay between this machine and the phone, such as `https://signx.devnet.ixo.earth`. */
  readonly relay: string;
  readonly network: 'devnet' | 'testnet' | 'mainnet';
  /** Shows what the phone shall scan. */
  readonly show: (code: string, what: string) => Promise<void>;
  readonly signal: AbortSignal;
  /** How long the phone is waited for; default two minutes, which is what the relay keeps. */
  readonly patienceMs?: number;
  readonly pollEveryMs?: number;
}

/** Named on the phone as who asks. */
const SITE = 'oracle-runtime';
const PATIENCE_MS = 120_000;
const POLL_EVERY_MS = 2_000;
/** The relay holds a question for 20 seconds before it says that there is no answer yet. */
const CALL_MS = 40_000;
/** The relay's word for "not yet". */
const NOT_YET = 418;

const replySchema = z.object({
  success: z.boolean(),
  code: z.number().optional(),
  data: z.unknown().optional(),
});
const answerSchema = z.object({ success: z.boolean().default(true), data: z.unknown().optional() });
const messageSchema = z.object({ message: z.string() });
const accountSchema = z.object({
  address: z.string(),
  did: z.string().regex(/^did:/),
  pubKey: z.string().regex(/^[0-9a-f]{66}$/i, 'is no compressed secp256k1 key'),
});
const createdSchema = z.object({
  activeTransaction: z.object({ hash: z.string(), validUntil: z.iso.datetime().optional() }),
});
const sentSchema = z.object({ code: z.literal(0), transactionHash: z.string().regex(/^[0-9A-F]{64}$/i) });

/** A wallet on a phone, reached by QR codes through ixo's relay (SignX: login version 1, transactions version 2). */
export class SignX {
  readonly #options: SignXOptions;

  constructor(options: SignXOptions) {
    this.#options = options;
  }

  /**
   * Shows a code and waits until a phone has scanned it.
   * @throws OracleError `forbidden` where the person declines, `upstream_timeout` where nobody scans it
   */
  async login(): Promise<WalletAccount> {
    const { network, show, patienceMs = PATIENCE_MS } = this.#options;
    const [hash, secureNonce] = [secret(), secret()];
    const until = Date.now() + patienceMs;
    await show(
      JSON.stringify({
        hash,
        secureHash: sha256Hex(hash + secureNonce),
        type: 'SIGN_X_LOGIN',
        sitename: SITE,
        timeout: new Date(until).toISOString(),
        network,
        matrix: false,
        version: 1,
      }),
      'Scan this with the wallet to sign in',
    );
    const found = accountSchema.safeParse(await this.#poll('/login/fetch', { hash, secureNonce }, until));
    const publicKey = Buffer.from(found.data?.pubKey ?? '', 'hex');
    if (!found.success || addressOf(publicKey) !== found.data.address)
      throw new OracleError('upstream_failed', {
        detail: 'The wallet told no account whose key and address belong together.',
        hint: 'A wallet with a secp256k1 key is needed.',
      });
    return { address: found.data.address, did: found.data.did, publicKey };
  }

  /** Hands what shall be signed to the relay. @param body of the transaction, in wire form */
  async begin(body: Uint8Array, account: WalletAccount): Promise<SigningSession> {
    const { address, did } = account;
    const pubkey = Buffer.from(account.publicKey).toString('hex');
    const timestamp = new Date().toISOString();
    const txBodyHex = Buffer.from(body).toString('hex');
    // In the order of their names, as the relay hashes them.
    const hash = sha256Hex(JSON.stringify({ address, did, pubkey, timestamp, txBodyHex }));
    const secureNonce = secret();
    const sessionHash = sha256Hex(hash + secureNonce);
    const transactions = [{ hash, txBodyHex, timestamp, sequence: 1 }];
    const reply = await this.#post('/transaction/v2/create', {
      hash: sessionHash,
      address,
      did,
      pubkey,
      transactions: { hash: sessionHash, secureNonce, transactions },
    });
    const created = createdSchema.safeParse(reply.data);
    if (!reply.success || !created.success) throw refused(reply.data);
    const { validUntil = new Date(Date.now() + PATIENCE_MS).toISOString() } = created.data.activeTransaction;
    return { hash: created.data.activeTransaction.hash, sessionHash, secureNonce, validUntil };
  }

  /**
   * Shows the code of a session and waits until the phone has signed and sent it.
   * @returns the hash of the transaction
   * @throws OracleError `forbidden` where the person declines, `upstream_timeout` where nobody answers
   */
  async finish({ hash, sessionHash, secureNonce, validUntil }: SigningSession): Promise<string> {
    const { network, show, patienceMs = PATIENCE_MS } = this.#options;
    const code = { sessionHash, hash, type: 'SIGN_X_TRANSACT', sitename: SITE, network, version: 2 };
    await show(JSON.stringify(code), 'Scan this with the wallet to sign the transaction');
    const until = Math.min(Date.parse(validUntil), Date.now() + patienceMs);
    return hashIn(await this.#poll('/transaction/v2/response', { hash, secureNonce }, until));
  }

  /** What became of a session, without waiting: the hash of its transaction; undefined where nobody signed. */
  async outcome({ hash, secureNonce }: SigningSession): Promise<string | undefined> {
    const reply = await this.#post('/transaction/v2/response', { hash, secureNonce });
    return reply.success ? hashIn(answerIn(reply.data)) : undefined;
  }

  async #poll(path: string, body: object, until: number): Promise<unknown> {
    const { signal, pollEveryMs = POLL_EVERY_MS } = this.#options;
    for (;;) {
      const reply = await this.#post(path, body);
      if (reply.success) return answerIn(reply.data);
      if (reply.code !== NOT_YET) throw refused(reply.data);
      if (Date.now() + pollEveryMs > until)
        throw new OracleError('upstream_timeout', {
          detail: 'The code has expired: nobody answered it on a phone.',
          hint: 'Run the same again for a new one.',
        });
      await sleep(pollEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  async #post(path: string, body: object): Promise<z.output<typeof replySchema>> {
    const { relay, signal } = this.#options;
    let response: Response;
    try {
      response = await fetch(new URL(`.${path}`, relay.endsWith('/') ? relay : `${relay}/`), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, timeLimit(CALL_MS)]),
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw new OracleError('unavailable', { detail: `The wallet relay ${relay} cannot be reached.`, cause });
    }
    const reply = replySchema.safeParse(await response.json().catch(() => undefined));
    if (response.ok && reply.success) return reply.data;
    throw new OracleError('upstream_failed', {
      detail: `The wallet relay ${relay} answered ${response.status} and nothing that can be read.`,
      hint: 'See --wallet-relay.',
    });
  }
}

/** What the phone answered. @throws OracleError `forbidden` where it declined */
function answerIn(data: unknown): unknown {
  const answer = answerSchema.safeParse(data);
  if (answer.data?.success === false) {
    const words = messageSchema.safeParse(answer.data.data);
    throw new OracleError('forbidden', {
      detail: `The wallet declined${words.success ? `: ${words.data.message}` : ''}.`,
      hint: 'Nothing was sent. Run the same again to ask it once more.',
    });
  }
  return answer.data?.data;
}

function hashIn(data: unknown): string {
  const sent = sentSchema.safeParse(data);
  if (sent.success) return sent.data.transactionHash.toUpperCase();
  throw new OracleError('upstream_failed', {
    detail: 'The wallet signed, and its transaction did not succeed.',
    hint: 'The wallet says why. Run the same again afterwards.',
  });
}

function refused(data: unknown): OracleError {
  const words = messageSchema.safeParse(data);
  return new OracleError('upstream_failed', {
    detail: `The wallet relay refused: ${words.success ? words.data.message : 'it says not why'}.`,
    hint: 'Run the same again for a new code.',
  });
}

const secret = (): string => randomBytes(32).toString('hex');
