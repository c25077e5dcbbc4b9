import { type Logger, OracleError, type Principal } from '../../plugin/index.js';
import type { Vigil } from '../../plugin/vigil.js';
import { refusalOf, type StandingDeps } from './refusal.js';

/** Whoever is let in no more is heard of no later than this and the time that the look-ups take. */
const LOOK_EVERY_MS = 1_000;
/** What does not answer a look-up by then has not answered. */
const LOOK_UP_MS = 5_000;
/** Look-ups at the same time. */
const AT_ONCE = 16;

export interface VigilDeps extends StandingDeps {
  readonly logger: Logger;
}

interface Watch {
  readonly principal: Principal;
  readonly still: (() => Promise<unknown>) | undefined;
  lost(why: OracleError): void;
}

/**
 * One look a second for all that goes on in this process. Any process may end a key, a person or a share, so the database
 * is asked; each principal once, however many streams it has open. What does not answer holds up nobody else.
 */
export function createVigil(deps: VigilDeps): Vigil {
  const watches = new Map<string, Set<Watch>>();
  let timer: NodeJS.Timeout | undefined;

  /** Of whom, or of which watch, a look-up is out. */
  const asked = new Set<string | Watch>();

  /** Undefined too when there is no answer: nobody is sent away for that. It is asked again once that is over. */
  async function why(of: string | Watch, ask: () => Promise<unknown>): Promise<OracleError | undefined> {
    if (asked.has(of)) return undefined;
    asked.add(of);
    const asking = Promise.resolve()
      .then(ask)
      .finally(() => asked.delete(of));
    try {
      const answer = await withinTime(asking);
      return OracleError.isInstance(answer) ? answer : undefined;
    } catch (error) {
      if (OracleError.isInstance(error) && error.code !== 'unavailable') return error;
      deps.logger.warn({ err: error }, 'could not look up whether a stream or an answer may go on');
      return undefined;
    }
  }

  function end(name: string, watch: Watch, reason: OracleError): void {
    if (!forget(name, watch)) return;
    watch.lost(reason);
  }

  /** False when it was ended before. */
  function forget(name: string, watch: Watch): boolean {
    const all = watches.get(name);
    if (all?.delete(watch) !== true) return false;
    if (all.size === 0) watches.delete(name);
    return true;
  }

  async function look(): Promise<void> {
    await someAtOnce([...watches], async ([name, all]) => {
      const [first] = all;
      const refusal = first && (await why(name, () => refusalOf(deps, first.principal)));
      if (refusal !== undefined) for (const watch of [...all]) end(name, watch, refusal);
    });
    const each = [...watches].flatMap(([name, all]) => [...all].map((watch) => ({ name, watch })));
    await someAtOnce(each, async ({ name, watch }) => {
      const reason = watch.still && (await why(watch, watch.still));
      if (reason !== undefined) end(name, watch, reason);
    });
    timer = undefined;
    lookLater();
  }

  function lookLater(): void {
    if (timer !== undefined || watches.size === 0) return;
    timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    timer.unref();
  }

  return {
    watch(principal, lost, still) {
      if (still === undefined && isForGood(principal)) return () => undefined;
      const name = standingName(principal);
      const watch: Watch = { principal, still, lost };
      const all = watches.get(name) ?? new Set();
      watches.set(name, all.add(watch));
      lookLater();
      return () => void forget(name, watch);
    },
  };
}

/** @throws Error when it takes too long */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LOOK_UP_MS} ms`)), LOOK_UP_MS);
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function someAtOnce<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map(work));
}

/** Nobody takes away what the owner is, nor what everybody may. */
function isForGood({ kind }: Principal): boolean {
  return kind === 'owner' || kind === 'anonymous';
}

/** The same for principals that are let in by the same thing. */
function standingName({ kind, did, credential }: Principal): string {
  return `${kind} ${did} ${credential?.id ?? ''}`;
}
