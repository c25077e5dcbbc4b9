import { OracleError, type Principal, type RunBound, type RunFigures } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import type { Abort } from '../run-end.js';
import { RunBudget } from './run-budget.js';
import type { RunLimits } from './run-limits.js';

/** Sessions that a refusal names. */
const NAMED = 5;

/** The budgets of all runs of this process: what each may take, and how many of one principal go at once. */
export class RunBudgets {
  readonly #limits: RunLimits;
  /** Sessions in which a run of a principal begins or goes on, by the principal's id. */
  readonly #sessions = new Map<string, Set<string>>();
  readonly #bounded: Record<RunBound, number> = { seconds: 0, output: 0, arguments: 0, storage: 0, runs: 0 };

  constructor(limits: RunLimits) {
    this.#limits = limits;
  }

  /** Counted since the start. */
  get bounded(): RunFigures['bounded'] {
    return { ...this.#bounded };
  }

  /** Takes a place for a run of the principal. @throws OracleError `too_many_runs` */
  enter({ id }: Pick<Principal, 'id'>, sessionId: string): void {
    const mine = this.#sessions.get(id) ?? new Set();
    const { perPrincipal } = this.#limits;
    if (mine.size >= perPrincipal) {
      this.#bounded.runs += 1;
      throw tooMany(perPrincipal, [...mine]);
    }
    this.#sessions.set(id, mine.add(sessionId));
  }

  /**
   * Counts those of other processes too. Two that look at the same moment may both begin: a burst over several processes
   * may have a few more.
   * @throws OracleError `too_many_runs`
   */
  async enterFleet(
    { id }: Pick<Principal, 'id'>,
    instances: Pick<Store['instances'], 'alone' | 'countElsewhere'>,
  ): Promise<void> {
    if (instances.alone) return;
    const mine = this.#sessions.get(id) ?? new Set();
    const { perPrincipal } = this.#limits;
    if (mine.size + (await instances.countElsewhere(id)) <= perPrincipal) return;
    this.#bounded.runs += 1;
    throw tooMany(perPrincipal, [...mine]);
  }

  /** Gives the place back. */
  leave(principalId: string, sessionId: string): void {
    const mine = this.#sessions.get(principalId);
    mine?.delete(sessionId);
    if (mine?.size === 0) this.#sessions.delete(principalId);
  }

  /** The budget of a run that begins. */
  open(abort: (reason: Abort) => void): RunBudget {
    return new RunBudget({
      limits: this.#limits,
      abort,
      reached: (bound) => {
        this.#bounded[bound] += 1;
      },
    });
  }
}

function tooMany(most: number, sessions: readonly string[]): OracleError {
  return new OracleError('too_many_runs', {
    detail: `${most} answers to this credential are under way, which is the most at once.`,
    hint: 'Wait until one has ended, or end one with POST /messages/{sessionId}/abort: an answer goes on when its client has gone. The operator sets RUNS_PER_PRINCIPAL.',
    errors: sessions.slice(0, NAMED).map((message) => ({ field: 'sessionId', message })),
    headers: { 'Retry-After': '5' },
  });
}
