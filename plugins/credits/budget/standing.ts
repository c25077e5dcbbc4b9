import type { Micro } from '../money/amount.js';
import type { AccountRow, Limits } from '../store/account.js';
import { endOf, type Period } from './periods.js';

/** One budget of a principal, in millionths of a credit. */
export interface Budget {
  readonly limit: Micro;
  readonly spent: Micro;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** Where a principal stands, in millionths of a credit. */
export interface Standing {
  /** Undefined: no budget holds. */
  readonly available: Micro | undefined;
  readonly reserved: Micro;
  readonly spent: { readonly today: Micro; readonly month: Micro; readonly total: Micro };
  readonly day: Budget | undefined;
  readonly month: Budget | undefined;
  /** Of the budget that leaves least. */
  readonly resetsAt: number | undefined;
}

/** @param account undefined for somebody who has used nothing yet */
export function standingOf(
  account: AccountRow | undefined,
  limits: Limits,
  now: Period & { readonly at: number },
  zone: string,
): Standing {
  const reserved = BigInt(account?.reserved ?? 0);
  const of = (kind: 'day' | 'month') => {
    const booked = account?.[kind] ?? '';
    const until = account?.[`${kind}_until`] ?? 0;
    const begins = now[kind] > booked && now.at >= until;
    const spent = begins ? 0n : BigInt(account?.[`${kind}_spent`] ?? 0);
    // Somebody who moved west may have booked in a day that has not come yet where they are now; who moved east lives on
    // in the day that they have begun.
    const resetsAt = begins ? endOf(now[kind], zone) : Math.max(until, endOf(booked, zone));
    const limit = limits[kind];
    return { spent, budget: limit === undefined ? undefined : { limit, spent, resetsAt } };
  };
  const [day, month] = [of('day'), of('month')];
  const left = [day.budget, month.budget].flatMap((budget) =>
    budget === undefined ? [] : [{ left: budget.limit - budget.spent - reserved, resetsAt: budget.resetsAt }],
  );
  const least = left.sort((a, b) =>
    a.left < b.left ? -1 : a.left > b.left ? 1 : b.resetsAt - a.resetsAt,
  )[0];
  return {
    available: least?.left,
    reserved,
    spent: { today: day.spent, month: month.spent, total: BigInt(account?.spent ?? 0) },
    day: day.budget,
    month: month.budget,
    resetsAt: least?.resetsAt,
  };
}
