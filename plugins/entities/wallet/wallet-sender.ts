import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, writePrivateFile } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import {
  type AccountState,
  bodyOf,
  type ChainMessage,
  type Ledger,
  type LedgerTransaction,
  type Sender,
} from '../../gateway/library.js';
import type { SignX, WalletAccount } from './signx.js';

export interface WalletSenderOptions {
  /** Where the session is kept until the transaction is noted elsewhere. */
  readonly file: string;
  readonly wallet: SignX;
  readonly account: WalletAccount;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 500;

const keptSchema = z.object({
  address: z.string(),
  /** What was asked for, in wire form. */
  body: z.base64(),
  hash: z.string(),
  sessionHash: z.string(),
  secureNonce: z.string(),
  validUntil: z.iso.datetime(),
});
type Kept = z.output<typeof keptSchema>;

/**
 * Has a transaction signed and sent by a wallet on a phone. While a session can still be signed no second one is begun: it
 * is shown again.
 */
export class WalletSender implements Sender {
  readonly #options: WalletSenderOptions;

  constructor(options: WalletSenderOptions) {
    this.#options = options;
  }

  async settle(): Promise<LedgerTransaction | undefined> {
    const { wallet, account } = this.#options;
    const kept = await this.#kept();
    if (kept === undefined) return undefined;
    if (kept.address !== account.address)
      throw new OracleError('conflict', {
        detail: `A transaction waits for the wallet of ${kept.address}; this is ${account.address}.`,
        hint: `Sign in with that wallet, or wait until ${kept.validUntil} and remove ${this.#options.file}.`,
      });
    if (Date.parse(kept.validUntil) > Date.now()) return this.#finish(kept);
    const hash = await wallet.outcome(kept).catch((error: unknown) => {
      // One that was declined or failed is over as well.
      if (OracleError.isInstance(error) && error.code !== 'unavailable') return undefined;
      throw error;
    });
    if (hash !== undefined) return this.#included(hash, kept);
    await this.clear();
    return undefined;
  }

  async place(): Promise<AccountState> {
    const { ledger, account, signal } = this.#options;
    return (await ledger.account(account.address, signal)) ?? { accountNumber: 0n, sequence: 0n };
  }

  async send(messages: readonly ChainMessage[]): Promise<LedgerTransaction> {
    const { ledger, wallet, account, file, signal } = this.#options;
    // Refuses a node of another network before anybody is asked to sign.
    await ledger.chainId(signal);
    const body = bodyOf(messages);
    const session = await wallet.begin(body, account);
    const kept = { address: account.address, body: Buffer.from(body).toString('base64'), ...session };
    await writePrivateFile(file, `${JSON.stringify(kept, null, 2)}\n`, 'replace');
    return this.#finish(kept);
  }

  async clear(): Promise<void> {
    await rm(this.#options.file, { force: true });
  }

  async #finish(kept: Kept): Promise<LedgerTransaction> {
    let hash: string;
    try {
      hash = await this.#options.wallet.finish(kept);
    } catch (error) {
      // The relay ends a session that was declined.
      if (OracleError.isInstance(error) && error.code === 'forbidden') await this.clear();
      throw error;
    }
    return this.#included(hash, kept);
  }

  /** The transaction that the wallet names, held to what it was asked for. */
  async #included(hash: string, { body }: Kept): Promise<LedgerTransaction> {
    const { ledger, signal } = this.#options;
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await ledger.find(hash, signal);
      if (found !== undefined) return checked(found, body);
      if (Date.now() > until)
        throw new OracleError('upstream_timeout', {
          detail: `The wallet sent the transaction ${hash}, and it is in no block yet.`,
          hint: 'Run the same again: it asks for this one.',
        });
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  async #kept(): Promise<Kept | undefined> {
    try {
      return keptSchema.parse(JSON.parse(await readFile(this.#options.file, 'utf8')));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw new OracleError('conflict', {
        detail: `${this.#options.file} should hold what a wallet was asked to sign, and cannot be read.`,
        hint: 'Remove it when no phone shows a request of this oracle any more.',
        cause: error,
      });
    }
  }
}

function checked(found: LedgerTransaction, body: string): LedgerTransaction {
  if (found.code !== 0)
    throw new OracleError('conflict', {
      detail: `The transaction ${found.hash} failed in block ${found.height}: ${found.log}`,
    });
  if (Buffer.from(bodyOf(found.messages)).toString('base64') === body) return found;
  throw new OracleError('upstream_failed', {
    detail: `The transaction ${found.hash} is not what the wallet was asked to sign.`,
    hint: 'See in an explorer what it did.',
  });
}
