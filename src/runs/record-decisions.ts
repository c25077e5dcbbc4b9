import { oneLine } from '../kit/index.js';
import type { ApprovalDecision, Principal } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import type { RunWait } from './run-context.js';

const LONGEST_SUBJECT = 300;

export interface Decided {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly wait: RunWait;
  readonly decisions: readonly ApprovalDecision[];
}

/** Writes down who allowed or declined which call, and who had asked for it. */
export async function recordDecisions(
  { audit }: Pick<Store, 'audit'>,
  { principal, sessionId, wait, decisions }: Decided,
): Promise<void> {
  for (const { id, approved, args } of decisions) {
    const held = wait.approvals.find((approval) => approval.id === id);
    await audit.record({
      action: approved ? 'call.allow' : 'call.decline',
      subject: oneLine(held?.summary ?? id, LONGEST_SUBJECT),
      actor: principal.did,
      invoker: principal.did,
      details: {
        session: sessionId,
        call: id,
        name: principal.name,
        ...(held?.askedBy === undefined ? {} : { askedBy: held.askedBy.id }),
        ...(args === undefined ? {} : { changed: 'true' }),
      },
    });
  }
}
