import { randomUUID } from 'node:crypto';
import type { Logger, Middleware, ModelCall } from 'oracle-runtime/plugin';
import type { Budgets } from '../budget/budgets.js';
import { exhausted } from '../budget/exhausted.js';
import type { CallDetails } from '../ledger/entry.js';
import { costOf, isFree, modelNames, type Rate, type RateTable } from '../rates/rate-table.js';
import type { HeldCall, Ledger } from '../store/ledger.js';
import { Meter, metered, promptTokens } from './meter.js';

export interface MeteringParts {
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly rates: RateTable;
  readonly currency: string;
  /** Tokens of an answer that are set aside at a time. */
  readonly reserveTokens: number;
  readonly logger: Logger;
}

/** Model calls in flight, whose holds must live on. */
export type InFlight = ReadonlySet<string>;

/**
 * Books every model call: sets aside what its prompt and the beginning of its answer cost, more as the answer grows,
 * and takes in the end what was used, however it ended. An answer that outgrows its budget ends with
 * `credits_exhausted`. The keyless chat costs nothing and is not booked.
 */
export function metering(parts: MeteringParts): {
  readonly middleware: Middleware;
  readonly inFlight: InFlight;
} {
  const inFlight = new Set<string>();
  const middleware: Middleware = {
    name: 'credits',
    async wrapModelCall(call, next) {
      if (isFree(call.model.id)) return next(call);
      const booked = new BookedCall(parts, call);
      inFlight.add(booked.id);
      try {
        await booked.open();
        return await next({ ...call, model: booked.model });
      } finally {
        await booked.close();
        inFlight.delete(booked.id);
      }
    },
  };
  return { middleware, inFlight };
}

class BookedCall {
  readonly #parts: MeteringParts;
  readonly #call: ModelCall;
  readonly #held: HeldCall;
  readonly #meter: Meter;
  readonly #prompt: number;
  /** How many tokens of the answer are paid for so far. */
  #room = 0;
  #opened = false;

  constructor(parts: MeteringParts, call: ModelCall) {
    const { runId, sessionId, principal, messages, tools } = call;
    this.#parts = parts;
    this.#call = call;
    this.#held = { id: randomUUID(), principal: principal.id, runId, sessionId };
    this.#prompt = promptTokens(messages, tools);
    this.#meter = new Meter(this.#prompt);
  }

  get id(): string {
    return this.#held.id;
  }

  get model(): ModelCall['model'] {
    return metered(this.#call.model, this.#meter, async () => {
      while (this.#meter.answered > this.#room) await this.#reserve(0);
    });
  }

  async open(): Promise<void> {
    await this.#reserve(this.#prompt);
    this.#opened = true;
  }

  /** @throws OracleError `credits_exhausted` */
  async #reserve(input: number): Promise<void> {
    const { ledger, budgets, currency, reserveTokens } = this.#parts;
    const { principal } = this.#call;
    this.#room += reserveTokens;
    const moment = await budgets.now(principal);
    const rate = this.#rate(moment.at);
    const amount = costOf({ input, cached: 0, output: reserveTokens }, rate);
    if (amount === 0n) return;
    if (await ledger.reserve(this.#held, amount, moment, budgets.limitsOf(principal))) return;
    throw exhausted(await budgets.standing(principal), amount, currency);
  }

  /** Does not throw: the answer is there, and what could not be booked stands in the log. */
  async close(): Promise<void> {
    const { ledger, budgets, logger } = this.#parts;
    const used = this.#opened ? this.#meter.used : undefined;
    try {
      const moment = await budgets.now(this.#call.principal);
      const rate = this.#rate(moment.at);
      await ledger.settle(
        this.#held,
        used && { cost: costOf(used, rate), details: this.#details(used, rate) },
        moment,
      );
    } catch (err) {
      const { id, runId } = this.#held;
      logger.error({ err, runId, callId: id, used }, 'a model call could not be booked');
    }
  }

  #details(used: NonNullable<Meter['used']>, rate: Rate | undefined): CallDetails {
    const { estimated, ...tokens } = used;
    return {
      model: this.#meter.model ?? this.#call.model.id,
      ...tokens,
      ...(estimated ? { estimated } : {}),
      ...(rate === undefined ? {} : { rate: printed(rate) }),
    };
  }

  #rate(at: number): Rate | undefined {
    return this.#parts.rates(modelNames(this.#call.model.id, this.#meter.model), at);
  }
}

/** Per million tokens, in millionths of a credit, as the ledger keeps it. */
const printed = ({ from, input, output, cached }: Rate) => ({
  from,
  input: String(input),
  output: String(output),
  cached: String(cached),
});
