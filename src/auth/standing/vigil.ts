import { type Logger, OracleError, type Principal } from '../../plugin/index.js';
import type { Vigil } from '../../plugin/vigil.js';
import { refusalOf, type StandingDeps } from './refusal.js';

/** Whoever is let in no more is heard of no later than this and the time that the look-ups take. */
const LOOK_EVERY_MS = 1_000;

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
 * is asked; each principal once, however many streams it has open.
 */
export function createVigil(deps: VigilDeps): Vigil {
  const watches = new Map<string, Set<Watch>>();
  let timer: NodeJS.Timeout | undefined;

  /** Undefined too when the database does not answer: nobody is sent away for that. */
  async function why(ask: () => Promise<unknown>): Promise<OracleError | undefined> {
    try {
      const answer = await ask();
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
    for (const [name, all] of [...watches]) {
      const [first] = all;
      const refusal = first && (await why(() => refusalOf(deps, first.principal)));
      for (const watch of [...all]) {
        const reason = refusal ?? (watch.still && (await why(watch.still)));
        if (reason !== undefined) end(name, watch, reason);
      }
    }
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

/** Nobody takes away what the owner is, nor what everybody may. */
function isForGood({ kind }: Principal): boolean {
  return kind === 'owner' || kind === 'anonymous';
}

/** The same for principals that are let in by the same thing. */
function standingName({ kind, did, credential }: Principal): string {
  return `${kind} ${did} ${credential?.id ?? ''}`;
}
