import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, writePrivateFile } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ChainAccount } from './account.js';
import type { Accepted, AccountState, Ledger, LedgerTransaction } from './ledger.js';
import {
  bodyOf,
  type ChainMessage,
  type Fee,
  hashOf,
  signedTransaction,
  unsignedTransaction,
} from './transaction.js';

export interface OutboxOptions {
  /** Where the signed transaction is kept from before it is sent until {@link Outbox.clear}. */
  readonly file: string;
  readonly ledger: Ledger;
  readonly account: ChainAccount;
  /** For a unit of gas, such as `0.025uixo`. Default: what the node asks, else {@link USUAL_PRICE}. */
  readonly gasPrice?: string | undefined;
  /** How long a block is waited for; default a minute. */
  readonly patienceMs?: number;
  /** For how long a node's index may be behind its blocks; default three seconds. */
  readonly lateIndexMs?: number;
  readonly signal: AbortSignal;
}

const USUAL_PRICE = '0.035uixo';
/** An estimate is of the state now; by the block it may have grown. */
const SPARE_GAS_PERCENT = 70n;
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 500;
const LATE_INDEX_MS = 3_000;
/** Codes of the SDK (`types/errors`). */
const INSUFFICIENT_FUNDS = 5;
const ALREADY_KNOWN = 19;
const WRONG_SEQUENCE = 32;

const keptSchema = z.object({
  chainId: z.string(),
  address: z.string(),
  sequence: z.string().regex(/^\d+$/),
  hash: z.string(),
  transaction: z.base64(),
});
type Kept = z.output<typeof keptSchema>;

/** Gets one transaction onto a chain, once, however often it is stopped and run again. */
export interface Sender {
  /** What became of the one that was under way; undefined where none was, or where it can never get into a block. */
  settle(): Promise<LedgerTransaction | undefined>;
  /**
   * The place that the next transaction takes. Ask for it before you look whether one is needed: what others send in the
   * meantime takes it away, and then {@link send} is refused.
   */
  place(): Promise<AccountState>;
  /** Resolves when the messages are in a block. */
  send(messages: readonly ChainMessage[], place: AccountState): Promise<LedgerTransaction>;
  /** Once what it made is noted elsewhere. */
  clear(): Promise<void>;
}

/**
 * Sends one transaction, whatever happens on the way: it is on the disk before it goes out, and what is on the disk goes
 * out again, byte for byte, until the chain has it or can no longer take it. Two processes with one file send one.
 */
export class Outbox implements Sender {
  readonly #options: OutboxOptions;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /**
   * What became of the transaction that is kept, which is sent again if need be; undefined where none is kept, or where
   * it can never get into a block any more.
   * @throws OracleError `conflict` where it failed or is another's, `upstream_timeout` where no block has it yet
   */
  async settle(): Promise<LedgerTransaction | undefined> {
    const kept = await this.#kept();
    if (kept === undefined) return undefined;
    const { ledger, account, signal, file } = this.#options;
    const chainId = await ledger.chainId(signal);
    if (kept.chainId !== chainId || kept.address !== account.address)
      throw new OracleError('conflict', {
        detail: `A transaction of ${kept.address} for ${kept.chainId} waits in ${file}; this is ${account.address} on ${chainId}.`,
        hint: 'Finish it with the mnemonic and the node that it was made with, or remove the file.',
      });
    const found = await ledger.find(kept.hash, signal);
    if (found !== undefined) return this.#judged(found);
    const state = await ledger.account(account.address, signal);
    if (state !== undefined && state.sequence > BigInt(kept.sequence)) {
      // Its place was taken: by itself, and the index is late, or by another transaction.
      const late = await this.#await(kept.hash, this.#options.lateIndexMs ?? LATE_INDEX_MS);
      if (late === undefined) await this.clear();
      return late;
    }
    const accepted = await ledger.broadcast(Buffer.from(kept.transaction, 'base64'), signal);
    if (accepted.code !== 0 && accepted.code !== ALREADY_KNOWN) {
      // Its place may be taken by itself: the answer to an earlier attempt was lost.
      const there =
        accepted.code === WRONG_SEQUENCE
          ? await this.#await(kept.hash, this.#options.lateIndexMs ?? LATE_INDEX_MS)
          : undefined;
      if (there !== undefined) return there;
      await this.clear();
      throw refused(accepted, account.address);
    }
    const included = await this.#await(kept.hash, this.#options.patienceMs ?? PATIENCE_MS);
    if (included !== undefined) return included;
    throw new OracleError('upstream_timeout', {
      detail: `The transaction ${kept.hash} was sent and is in no block yet.`,
      hint: 'Run the same again: it asks for this one and sends no other.',
    });
  }

  /** @throws OracleError `conflict` for an account that the chain does not know */
  async place(): Promise<AccountState> {
    const { ledger, account, signal } = this.#options;
    const state = await ledger.account(account.address, signal);
    if (state !== undefined) return state;
    throw noFunds(account.address, await ledger.chainId(signal));
  }

  /**
   * Signs a transaction of these messages for a place, keeps it, sends it, and waits for its block.
   * @throws OracleError as {@link settle}, and `conflict` where the chain would refuse it
   */
  async send(messages: readonly ChainMessage[], state: AccountState): Promise<LedgerTransaction> {
    const { ledger, account, signal, file } = this.#options;
    const chainId = await ledger.chainId(signal);
    const body = bodyOf(messages);
    const fee = await this.fee(body, state.sequence);
    const transaction = signedTransaction(body, account, { chainId, ...state, fee });
    const kept: Kept = {
      chainId,
      address: account.address,
      sequence: String(state.sequence),
      hash: hashOf(transaction),
      transaction: Buffer.from(transaction).toString('base64'),
    };
    // Where another process was first, what it wrote is what goes out.
    await writePrivateFile(file, `${JSON.stringify(kept, null, 2)}\n`, 'keep');
    const sent = await this.settle();
    if (sent !== undefined) return sent;
    throw new OracleError('conflict', {
      detail: `Another transaction of ${account.address} came first, so this one can no longer get into a block.`,
      hint: 'Run the same again.',
    });
  }

  /** What a transaction would cost now. */
  async fee(body: Uint8Array, sequence: bigint): Promise<Fee> {
    const { ledger, account, signal, gasPrice } = this.#options;
    const used = await ledger.estimateGas(unsignedTransaction(body, account, sequence), signal);
    const gas = used + (used * SPARE_GAS_PERCENT) / 100n;
    return feeOf(gas, gasPrice ?? (await ledger.gasPrice(signal)) ?? USUAL_PRICE);
  }

  async clear(): Promise<void> {
    await rm(this.#options.file, { force: true });
  }

  async #kept(): Promise<Kept | undefined> {
    const { file } = this.#options;
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return keptSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw new OracleError('conflict', {
        detail: `${file} should hold a transaction that was sent, and cannot be read.`,
        hint: 'Look up in an explorer whether the account made the entity before you remove the file.',
        cause,
      });
    }
  }

  async #await(hash: string, patienceMs: number): Promise<LedgerTransaction | undefined> {
    const { ledger, signal } = this.#options;
    const until = Date.now() + patienceMs;
    for (;;) {
      const found = await ledger.find(hash, signal);
      if (found !== undefined) return this.#judged(found);
      if (Date.now() > until) return undefined;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  /** One that failed changed nothing, so it need not be remembered. */
  async #judged(found: LedgerTransaction): Promise<LedgerTransaction> {
    if (found.code === 0) return found;
    await this.clear();
    throw new OracleError('conflict', {
      detail: `The transaction ${found.hash} failed in block ${found.height}: ${found.log}`,
      hint: 'It changed nothing and cost its fee. Mend what the chain says and run the same again.',
    });
  }
}

/** @param price a decimal number and a denomination */
export function feeOf(gas: bigint, price: string): Fee {
  const [, units = '', decimals = '', denom = ''] =
    /^(\d+)(?:\.(\d{1,18}))?([A-Za-z][\w/:.-]*)$/.exec(price) ?? [];
  if (denom === '')
    throw new OracleError('invalid_request', {
      detail: `${JSON.stringify(price)} is no price of gas.`,
      errors: [{ field: '--gas-price', message: 'is a number and a denomination, such as 0.025uixo' }],
    });
  const scale = 10n ** BigInt(decimals.length);
  // Rounded up: a fee that is a unit short is refused.
  const amount = (gas * BigInt(`${units}${decimals}`) + scale - 1n) / scale;
  return { amount, denom, gas };
}

function refused({ code, log }: Accepted, address: string): OracleError {
  return new OracleError('conflict', {
    detail: `The node refused the transaction (code ${code}): ${log}`,
    hint:
      code === INSUFFICIENT_FUNDS
        ? `Send ${address} what the fee takes, and run the same again.`
        : 'Nothing was changed. Mend what it says and run the same again.',
  });
}

function noFunds(address: string, chainId: string): OracleError {
  return new OracleError('conflict', {
    detail: `The account ${address} is not on ${chainId} yet: it never held anything, so it cannot pay a fee.`,
    hint: `Send ${address} some tokens, and run the same again.`,
  });
}
