import { randomUUID } from 'node:crypto';
import type { Logger, ModelCall } from 'oracle-runtime/plugin';
import type { Budgets } from '../budget/budgets.js';
import { exhausted } from '../budget/exhausted.js';
import type { CallDetails } from '../ledger/entry.js';
import { costOf, modelNames, type Rate, type RateTable, unpriced } from '../rates/rate-table.js';
import type { HeldCall, Ledger, Moment, Used } from '../store/ledger.js';
import type { CallCost } from './attribution.js';
import { Meter, metered, promptTokens } from './meter.js';

export interface BookingParts {
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly rates: RateTable;
  /** Whether any rate was set: without one tokens are counted, and nothing costs. */
  readonly hasRates: boolean;
  readonly currency: string;
  /** Tokens of an answer that are set aside at a time. */
  readonly reserveTokens: number;
  readonly logger: Logger;
}

/** One model call on its way through the ledger: `open`, the answer of `model`, `close`. */
export class BookedCall {
  readonly #parts: BookingParts;
  readonly #call: ModelCall;
  readonly #held: HeldCall;
  readonly #meter: Meter;
  readonly #prompt: number;
  /** How many tokens of the answer are paid for so far. */
  #room = 0;
  #opened = false;
  /** When it began: what a call costs is what it was reserved at, whatever the day at its end. */
  readonly #begun: number;
  #settled: { readonly used: Used | undefined; readonly moment: Moment } | undefined;

  constructor(parts: BookingParts, call: ModelCall) {
    const { runId, sessionId, principal, messages, tools } = call;
    this.#parts = parts;
    this.#call = call;
    this.#held = { id: randomUUID(), principal: principal.id, runId, sessionId };
    this.#begun = parts.budgets.at;
    this.#prompt = promptTokens(messages, tools);
    this.#meter = new Meter(this.#prompt);
  }

  get id(): string {
    return this.#held.id;
  }

  /** The call's model, which sets aside more while its answer grows. */
  get model(): ModelCall['model'] {
    return metered(this.#call.model, this.#meter, () =>
      this.#meter.answered > this.#room ? this.#grow() : undefined,
    );
  }

  /** How many tools the answer calls. */
  get tools(): number {
    return this.#meter.tools;
  }

  /** What it came to, once it is closed; undefined for a call that used nothing. */
  get cost(): CallCost | undefined {
    const used = this.#settled?.used;
    if (used === undefined) return undefined;
    const { input: inputTokens, output: outputTokens } = used.details;
    return { inputTokens, outputTokens, amount: Number(used.cost) };
  }

  /** @throws OracleError `credits_exhausted`, or `forbidden` for a model without a rate inside of a budget */
  async open(): Promise<void> {
    const { budgets, hasRates } = this.#parts;
    const { principal, model } = this.#call;
    const isHeld = Object.keys(budgets.limitsOf(principal)).length > 0;
    if (hasRates && isHeld && this.#rate() === undefined) throw unpriced(model.id);
    await this.#reserve(this.#prompt);
    this.#opened = true;
  }

  /**
   * Books what was used. Does not throw: the answer is there all the same.
   * @returns false while the database does not take it; another try books the same
   */
  async close(): Promise<boolean> {
    const { ledger, budgets, logger } = this.#parts;
    try {
      const again = this.#settled !== undefined;
      const moment = this.#settled?.moment ?? (await budgets.now(this.#call.principal));
      this.#settled ??= { moment, used: this.#used() };
      await ledger.settle(this.#held, this.#settled.used, moment, again);
      return true;
    } catch (err) {
      const { id, runId } = this.#held;
      logger.error({ err, runId, callId: id, ...this.cost }, 'a model call could not be booked yet');
      return false;
    }
  }

  /** @throws OracleError `credits_exhausted` */
  async #grow(): Promise<void> {
    while (this.#meter.answered > this.#room) await this.#reserve(0);
  }

  /** @throws OracleError `credits_exhausted` */
  async #reserve(input: number): Promise<void> {
    const { ledger, budgets, currency, reserveTokens } = this.#parts;
    const { principal } = this.#call;
    this.#room += reserveTokens;
    const rate = this.#rate();
    const amount = costOf({ input, cached: 0, output: reserveTokens }, rate);
    if (amount === 0n) return;
    const moment = await budgets.now(principal);
    if (await ledger.reserve(this.#held, amount, moment, budgets.limitsOf(principal))) return;
    throw exhausted(await budgets.standing(principal), amount, currency);
  }

  #used(): Used | undefined {
    const used = this.#opened ? this.#meter.used : undefined;
    if (used === undefined) return undefined;
    const rate = this.#rate();
    const { estimated, ...tokens } = used;
    const details: CallDetails = {
      model: this.#meter.model ?? this.#call.model.id,
      ...tokens,
      ...(estimated ? { estimated } : {}),
      ...(rate === undefined ? {} : { rate: printed(rate) }),
    };
    return { cost: costOf(tokens, rate), details };
  }

  #rate(): Rate | undefined {
    return this.#parts.rates(modelNames(this.#call.model.id, this.#meter.model), this.#begun);
  }
}

/** Per million tokens, in millionths of a credit, as the ledger keeps it. */
const printed = ({ from, input, output, cached }: Rate) => ({
  from,
  input: String(input),
  output: String(output),
  cached: String(cached),
});
