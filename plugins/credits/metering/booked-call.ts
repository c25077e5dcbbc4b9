import { randomUUID } from 'node:crypto';
import type { Logger, ModelCall } from 'oracle-runtime/plugin';
import type { Budgets } from '../budget/budgets.js';
import { exhausted } from '../budget/exhausted.js';
import type { CallDetails } from '../ledger/entry.js';
import { costOf, modelNames, type Rate, type RateTable, tokensFor, unpriced } from '../rates/rate-table.js';
import type { HeldCall, Ledger, Moment, Used } from '../store/ledger.js';
import type { CallCost } from './attribution.js';
import type { HiddenTokens } from './hidden-tokens.js';
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
  readonly hidden: HiddenTokens;
  readonly logger: Logger;
}

/** Tokens of an answer that are set aside, where more may be counted than is streamed, and no fewer were counted before. */
const UNSEEN = 16_384;
/** No answer has more tokens: an endpoint is not told of a budget that leaves more. */
const LONGEST_ANSWER = 131_072;
/** Tries to set aside what is left, while others take of it. */
const TRIES = 5;

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
  /** The most tokens that the budget allows the answer; undefined without one, and where it leaves more than any has. */
  #ceiling: number | undefined;
  /** Whether the budget has no more than that. */
  #isAllThatIsLeft = false;
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
    const limits = () => (this.#ceiling === undefined ? {} : { maxTokens: this.#ceiling });
    return metered(this.#call.model, this.#meter, limits, () => {
      if (this.#meter.answered > this.#room) return this.#grow();
      return this.#meter.isCut && this.#isCutByBudget
        ? this.#refuse(0, this.#parts.reserveTokens)
        : undefined;
    });
  }

  /** Whether it was the budget that ended the answer, and not what its endpoint allows. */
  get #isCutByBudget(): boolean {
    const most = this.#ceiling;
    return most !== undefined && this.#isAllThatIsLeft && (this.#meter.reported ?? most) >= most;
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
    if (isHeld) await this.#reserveAll();
    else await this.#reserve(this.#prompt);
    this.#opened = true;
  }

  /**
   * Sets aside what the answer may come to. Where a model counts more than it streams, or nobody knows yet whether it does,
   * that is all that it is allowed; else what it streams is set aside as it comes, and it is allowed what is left.
   */
  async #reserveAll(): Promise<void> {
    const { budgets, hidden, reserveTokens } = this.#parts;
    const { principal, model } = this.#call;
    const unseen = hidden.most(model.id);
    const wanted = unseen === 0 ? reserveTokens : Math.max(UNSEEN, reserveTokens, 2 * (unseen ?? 0));
    for (let tries = 1; ; tries += 1) {
      const { available = 0n } = await budgets.standing(principal);
      const prompt = costOf({ input: this.#prompt, cached: 0, output: 0 }, this.#rate());
      const left = tokensFor(available - prompt, this.#rate());
      const room = left === undefined ? reserveTokens : Math.min(wanted, left);
      const isLast = tries === TRIES || room <= reserveTokens;
      const taken = await this.#take(this.#prompt, isLast ? reserveTokens : room, isLast);
      if (!taken) continue;
      const most = unseen === 0 ? left : this.#room;
      this.#isAllThatIsLeft = left !== undefined && (unseen === 0 || wanted >= left);
      this.#ceiling = left === undefined || most === undefined || most >= LONGEST_ANSWER ? undefined : most;
      return;
    }
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
    await this.#take(input, this.#parts.reserveTokens, true);
  }

  /**
   * @param isNeeded whether there is no answer without it
   * @returns false when it is more than is left
   * @throws OracleError `credits_exhausted` then, where it is needed
   */
  async #take(input: number, output: number, isNeeded: boolean): Promise<boolean> {
    const { ledger, budgets } = this.#parts;
    const { principal } = this.#call;
    const amount = costOf({ input, cached: 0, output }, this.#rate());
    const moment = await budgets.now(principal);
    if (amount === 0n || (await ledger.reserve(this.#held, amount, moment, budgets.limitsOf(principal)))) {
      this.#room += output;
      return true;
    }
    return isNeeded ? this.#refuse(input, output) : false;
  }

  /** @throws OracleError `credits_exhausted` */
  async #refuse(input: number, output: number): Promise<never> {
    const { budgets, currency } = this.#parts;
    const amount = costOf({ input, cached: 0, output }, this.#rate());
    const { principal } = this.#call;
    throw exhausted(await budgets.standing(principal), amount, currency);
  }

  #used(): Used | undefined {
    const used = this.#opened ? this.#meter.used : undefined;
    if (used === undefined) return undefined;
    const rate = this.#rate();
    const { estimated, ...tokens } = used;
    const { reported } = this.#meter;
    if (reported !== undefined) this.#parts.hidden.learn(this.#call.model.id, reported, this.#meter.answered);
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
