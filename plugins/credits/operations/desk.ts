import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import type { Budgets } from '../budget/budgets.js';
import type { CreditsTables } from '../store/tables.js';

/** What the operations answer from. */
export interface Desk {
  readonly db: Kysely<CreditsTables>;
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly currency: string;
  /** The oracle's own. */
  readonly timeZone: string;
}
