import { OracleError, type Principal, type RunBound, type RunFigures } from '../../plugin/index.js';
import type { RunsOf, Store } from '../../store/types.js';
import type { Abort } from '../run-end.js';
import { RunBudget } from './run-budget.js';
import type { RunLimits } from './run-limits.js';
import { roomOfProcess, SharedRoom } from './shared-room.js';

/** Sessions that a refusal names. */
const NAMED = 5;

type Asker = Pick<Principal, 'id' | 'credential'>;

/** How many runs may be in flight together. */
interface Bound {
  readonly whose: RunsOf;
  readonly most: number;
  /** What the one can do who came too many. */
  readonly hint: string;
}

/** The budgets of all runs of this process: what each may take, and how many of one principal or key go at once. */
export class RunBudgets {
  readonly #limits: RunLimits;
  readonly #room: SharedRoom;
  /** Sessions in which a run begins or goes on, by whose it is. */
  readonly #sessions = new Map<string, Set<string>>();
  /** Under what each of these sessions is counted. */
  readonly #countedAs = new Map<string, readonly string[]>();
  readonly #bounded: Record<RunBound, number> = {
    seconds: 0,
    output: 0,
    arguments: 0,
    storage: 0,
    memory: 0,
    runs: 0,
  };

  constructor(limits: RunLimits) {
    this.#limits = limits;
    this.#room = new SharedRoom(limits.heldBytes ?? roomOfProcess());
  }

  /** Counted since the start. */
  get bounded(): RunFigures['bounded'] {
    return { ...this.#bounded };
  }

  /** Takes a place for a run that somebody asks for, one a session. @throws OracleError `too_many_runs` */
  enter(asker: Asker, sessionId: string): void {
    const bounds = this.#boundsOf(asker);
    for (const bound of bounds) if (this.#of(bound).size >= bound.most) this.#refuse(bound);
    for (const { whose } of bounds) {
      const name = nameOf(whose);
      this.#sessions.set(name, (this.#sessions.get(name) ?? new Set()).add(sessionId));
    }
    this.#countedAs.set(
      sessionId,
      bounds.map(({ whose }) => nameOf(whose)),
    );
  }

  /**
   * Counts those of other processes too. Two that look at the same moment may both begin: a burst over several processes
   * may have a few more.
   * @throws OracleError `too_many_runs`
   */
  async enterFleet(
    asker: Asker,
    instances: Pick<Store['instances'], 'alone' | 'countElsewhere'>,
  ): Promise<void> {
    if (instances.alone) return;
    for (const bound of this.#boundsOf(asker)) {
      const elsewhere = await instances.countElsewhere(bound.whose);
      if (this.#of(bound).size + elsewhere > bound.most) this.#refuse(bound);
    }
  }

  /** Gives the place back. */
  leave(sessionId: string): void {
    for (const name of this.#countedAs.get(sessionId) ?? []) {
      const sessions = this.#sessions.get(name);
      sessions?.delete(sessionId);
      if (sessions?.size === 0) this.#sessions.delete(name);
    }
    this.#countedAs.delete(sessionId);
  }

  /** The budget of a run that begins. */
  open(abort: (reason: Abort) => void): RunBudget {
    return new RunBudget({
      limits: this.#limits,
      room: this.#room,
      abort,
      reached: (bound) => {
        this.#bounded[bound] += 1;
      },
    });
  }

  #boundsOf({ id, credential }: Asker): readonly Bound[] {
    const most = { whose: { asker: id }, most: this.#limits.perPrincipal, hint: OPERATOR_SETS };
    if (credential?.runsAtOnce === undefined) return [most];
    const key = { whose: { apiKey: credential.id }, most: credential.runsAtOnce, hint: KEY_SETS };
    return [key, most];
  }

  #of({ whose }: Bound): ReadonlySet<string> {
    return this.#sessions.get(nameOf(whose)) ?? new Set();
  }

  #refuse(bound: Bound): never {
    this.#bounded.runs += 1;
    throw new OracleError('too_many_runs', {
      detail: `${bound.most === 1 ? 'An answer' : `${bound.most} answers`} to this credential ${bound.most === 1 ? 'is' : 'are'} under way, which is the most at once.`,
      hint: `Wait until one has ended, or end one with POST /messages/{sessionId}/abort: an answer goes on when its client has gone. ${bound.hint}`,
      errors: [...this.#of(bound)].slice(0, NAMED).map((message) => ({ field: 'sessionId', message })),
      headers: { 'Retry-After': '5' },
    });
  }
}

const OPERATOR_SETS = 'The operator sets RUNS_PER_PRINCIPAL.';
const KEY_SETS = 'It is the limit of this key; the operator can make one that may have more.';

const nameOf = (whose: RunsOf) => ('asker' in whose ? `asker ${whose.asker}` : `key ${whose.apiKey}`);
