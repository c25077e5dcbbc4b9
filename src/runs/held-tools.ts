import { type AnyTool, OracleError, type Principal, type ShareAccess, type Shares } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import type { OwnedTool, RunWait } from './run-context.js';
import type { StartRun } from './run-manager-types.js';
import { unansweredCalls } from './thread-calls.js';

export interface RunToolsDeps {
  readonly store: Store;
  readonly shares: Pick<Shares, 'inPlaceOf'>;
  /** Tools that exist only in this run; undefined when no plugin brings such. */
  readonly requestTools: ((input: StartRun) => Promise<readonly OwnedTool[]>) | undefined;
  /** The tool `name` of a held call that the thread has as `called`; undefined when only its run can find it. */
  heldTool(name: string, called: string): AnyTool | undefined;
}

/** Whose session it is, for its owner and for those whom the owner lets read or write in it. */
export async function placeOf(
  { shares }: Pick<RunToolsDeps, 'shares'>,
  principal: Principal,
  id: string,
  access: ShareAccess,
): Promise<string> {
  return (await shares.inPlaceOf(principal, { kind: 'session', id }, access)).id;
}

/** Whose session it is, for who may write in it. @throws OracleError `not_found` for a session of someone else */
export async function requireSession(deps: RunToolsDeps, principal: Principal, id: string): Promise<string> {
  return requireOwned(deps, await placeOf(deps, principal, id, 'write'), id);
}

/** @throws OracleError `not_found` */
async function requireOwned(
  { store }: Pick<RunToolsDeps, 'store'>,
  owner: string,
  id: string,
): Promise<string> {
  if ((await store.sessions.get(owner, id)) !== undefined) return owner;
  throw new OracleError('not_found', { detail: 'There is no such session of yours.' });
}

/**
 * The tools that exist only in this run.
 * @param owner whose session it is, if it is there at all
 */
export async function requestToolsOf(
  deps: RunToolsDeps,
  input: StartRun,
  owner: string,
): Promise<readonly OwnedTool[]> {
  if (deps.requestTools === undefined) return [];
  const { principal, sessionId } = input;
  // A plugin is not asked about a session of someone else. Nobody is lent what is theirs.
  if (principal.id === owner) await requireOwned(deps, owner, sessionId);
  else await requireSession(deps, principal, sessionId);
  return deps.requestTools(input);
}

/** What finds the tool of a held call by the call's id. */
export async function heldToolsOf(
  deps: RunToolsDeps,
  { approvals }: RunWait,
  input: StartRun,
  owner: string,
): Promise<(callId: string) => AnyTool | undefined> {
  const [thread, own] = await Promise.all([
    deps.store.threads.messages(input.sessionId),
    requestToolsOf(deps, input, owner),
  ]);
  const called = new Map(unansweredCalls(thread).map((call) => [call.id, call.name]));
  return (callId) => {
    const name = approvals.find(({ id }) => id === callId)?.tool ?? '';
    return (
      deps.heldTool(name, called.get(callId) ?? name) ?? own.find(({ tool }) => tool.name === name)?.tool
    );
  };
}
