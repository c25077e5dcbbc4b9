import { isTerminal, OracleError, type Principal, type SequencedEvent } from '../plugin/index.js';
import type { Vigil } from '../plugin/vigil.js';
import { placeOf, type RunToolsDeps } from './held-tools.js';
import type { LiveRun } from './live-run.js';
import { Abort, errorEvent } from './run-end.js';

export interface StandingRunDeps extends Pick<RunToolsDeps, 'shares'> {
  readonly vigil: Vigil;
}

/** Who follows a run, in whose session. */
export interface Following {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly owner: string;
  readonly after: number;
  readonly signal: AbortSignal;
}

/** Stops a run once who asked for it is let in no longer, or may no longer write in the session. */
export function stopOnceRefused(deps: StandingRunDeps, run: LiveRun, principal: Principal): void {
  const { controller, ended, owner, sessionId } = run;
  const still = async () => {
    if ((await placeOf(deps, principal, sessionId, 'write')) !== owner) throw writesNoMore();
  };
  const end = deps.vigil.watch(
    principal,
    (why) => controller.abort(new Abort(errorEvent(why))),
    owner === principal.id ? undefined : still,
  );
  void ended.then(end);
}

/**
 * The events that `read` gives, for as long as the principal may follow them; then one that says why not any more. It has
 * the number of the last event, so that who is let in again goes on after that.
 */
export async function* whileAdmitted(
  deps: StandingRunDeps,
  { principal, sessionId, owner, after, signal }: Following,
  read: (signal: AbortSignal) => AsyncIterable<readonly SequencedEvent[]>,
): AsyncGenerator<readonly SequencedEvent[]> {
  const admitted = new AbortController();
  const leave = () => admitted.abort();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  const still = async () => {
    if ((await placeOf(deps, principal, sessionId, 'read')) !== owner) throw readsNoMore();
  };
  const end = deps.vigil.watch(
    principal,
    (why) => admitted.abort(why),
    owner === principal.id ? undefined : still,
  );
  let seq = after;
  try {
    for await (const batch of read(admitted.signal)) {
      const last = batch.at(-1);
      seq = last?.seq ?? seq;
      yield batch;
      if (last !== undefined && isTerminal(last.event)) return;
    }
  } finally {
    end();
    signal.removeEventListener('abort', leave);
  }
  const why: unknown = admitted.signal.reason;
  if (OracleError.isInstance(why)) yield [{ seq, event: errorEvent(why) }];
}

function writesNoMore(): OracleError {
  return new OracleError('forbidden', {
    detail:
      'The person who asked for this answer may no longer write in the conversation, so the answer was stopped.',
    hint: 'What it had said so far is kept.',
  });
}

function readsNoMore(): OracleError {
  return new OracleError('forbidden', {
    detail: 'This conversation is no longer shared with you.',
    hint: 'Ask its owner.',
  });
}
