import type { SentOnce } from '../../store/types.js';
import { answersOnce } from '../answered-before.js';
import { checkAnswers, type RunAnswers } from '../answers.js';
import { checkEditedArgs } from '../check-edited-args.js';
import { isAnothers, refuseAnothers } from '../decisions/refuse-anothers.js';
import { rememberedOf } from '../decisions/remembered.js';
import { heldToolsOf } from '../held-tools.js';
import { goingOn, refuseForeignResults } from '../kept-request.js';
import type { StartRun } from '../run-manager-types.js';
import type { Waiting } from '../session-wait.js';
import { askerOf } from './asker-of.js';
import type { Beginning, BeginningDeps } from './beginning.js';

/** A session of an owner, and the deliveries that its run is remembered by. */
export interface AnsweredPlace {
  readonly sessionId: string;
  readonly owner: string;
  readonly sent: readonly SentOnce[];
}

/**
 * Goes on where a run waits, with what it was asked or is asked now, and writes down who decided once that counts.
 * @throws OracleError `invalid_request` for answers that are not those to what waits, `forbidden` for results that somebody
 * else's client is to send, and for a yes about what is somebody else's
 */
export async function beginWithAnswers(
  deps: BeginningDeps,
  asked: Pick<StartRun, 'principal'> | StartRun,
  { sessionId, owner, sent }: AnsweredPlace,
  { run, wait }: Waiting,
  answers: RunAnswers,
): Promise<Beginning> {
  const { store, clock } = deps;
  const once = [...sent, answersOnce(run, answers, clock.now())];
  const { decisions, results } = answers;
  const { principal } = asked;
  checkAnswers(wait, answers);
  const request = await store.runs.request(run);
  refuseForeignResults(request ?? {}, principal, results);
  const before = goingOn(principal, sessionId, request);
  const { goesOnFor, ...alone } = before;
  // A message of one's own brings one's own files and tools, never those of somebody else's client.
  const kept = goesOnFor === undefined ? alone : { principal, sessionId };
  const input = 'message' in asked ? { ...kept, ...asked, principal: before.principal } : before;
  const anothers = wait.approvals.filter((held) => isAnothers(held, principal.id, owner));
  const looksAtTools =
    anothers.length > 0 ||
    decisions.some(({ args, remember }) => args !== undefined || remember !== undefined);
  const toolOf = looksAtTools ? await heldToolsOf(deps, wait, input, owner) : () => undefined;
  refuseAnothers(decisions, anothers, toolOf);
  checkEditedArgs(decisions, toolOf);
  const remembered = rememberedOf(decisions, wait, toolOf, clock.now());
  const heldCall = (id: string) => {
    const held = wait.approvals.find((approval) => approval.id === id);
    return held && { principal, sessionId, owner, held };
  };
  const decided = await Promise.all(
    decisions.flatMap((decision) => {
      const call = heldCall(decision.id);
      return call === undefined ? [] : [deps.decisions.sign(call, decision)];
    }),
  );
  return {
    input,
    answers,
    held: wait.approvals,
    onAllowed: async (id) => {
      const [call, rule] = [heldCall(id), remembered.get(id)];
      if (call && rule) await deps.decisions.remember(call, rule);
    },
    ...('message' in asked ? { says: asked } : {}),
    create: (id) =>
      store.runs.create({ id, sessionId, owner, ...askerOf(principal), once, follows: { run, decided } }),
  };
}
