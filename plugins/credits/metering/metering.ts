import type { Kysely } from 'kysely';
import type { Middleware, RunCall } from 'oracle-runtime/plugin';
import { isFree } from '../rates/rate-table.js';
import type { CreditsTables } from '../store/tables.js';
import { addUses } from '../store/uses.js';
import { Attribution, type Use } from './attribution.js';
import { BookedCall, type BookingParts } from './booked-call.js';

export interface MeteringParts extends BookingParts {
  readonly db: Kysely<CreditsTables>;
}

export interface Metering {
  readonly middleware: Middleware;
  /** Calls whose holds must live on: those in flight, and those that could not be booked yet. */
  readonly held: ReadonlySet<string>;
  /** Books what the database did not take before. Does not throw. */
  settleLate(): Promise<void>;
}

/**
 * Books every model call: sets aside what its prompt and the beginning of its answer cost, more as the answer grows,
 * and takes in the end what was used, however it ended. An answer that outgrows its budget ends with
 * `credits_exhausted`. The keyless chat costs nothing and is not booked.
 */
export function metering(parts: MeteringParts): Metering {
  const held = new Set<string>();
  const late = new Set<BookedCall>();
  const runs = new Map<string, Attribution>();

  const middleware: Middleware = {
    name: 'credits',
    async wrapRun(run, next) {
      const uses = new Attribution();
      runs.set(run.runId, uses);
      try {
        return await next(run);
      } finally {
        runs.delete(run.runId);
        await keepUses(parts, run, uses.end());
      }
    },
    async wrapModelCall(call, next) {
      if (isFree(call.model.id)) return next(call);
      const booked = new BookedCall(parts, call);
      held.add(booked.id);
      try {
        await booked.open();
        return await next({ ...call, model: booked.model });
      } finally {
        if (await booked.close()) held.delete(booked.id);
        else late.add(booked);
        const { cost } = booked;
        if (cost !== undefined) runs.get(call.runId)?.modelCall(cost, booked.tools);
      }
    },
    wrapToolCall(call, next) {
      runs.get(call.runId)?.toolCall({ plugin: call.plugin, capability: call.capability ?? '' });
      return next(call);
    },
  };

  async function settleLate(): Promise<void> {
    for (const booked of late) {
      if (!(await booked.close())) return;
      late.delete(booked);
      held.delete(booked.id);
    }
  }

  return { middleware, held, settleLate };
}

/** Figures beside the ledger: a run does not fail where they cannot be kept. */
async function keepUses(
  { db, budgets, logger }: MeteringParts,
  { runId, principal }: Pick<RunCall, 'runId' | 'principal'>,
  uses: readonly Use[],
): Promise<void> {
  // Without a model that costs something there is nothing to share out.
  if (!uses.some(({ inputTokens, outputTokens }) => inputTokens + outputTokens > 0)) return;
  try {
    const { period } = await budgets.now(principal);
    await addUses(db, principal.id, period.month, uses);
  } catch (err) {
    logger.warn({ err, runId }, 'what a run was used for could not be kept');
  }
}
