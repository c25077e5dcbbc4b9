import { inert } from '../kit/index.js';
import { type ApprovalDecision, OracleError, type PendingApproval, type RunEvent } from '../plugin/index.js';
import type { RunAnswers } from './answers.js';
import type { StartRun } from './run-manager-types.js';

/** A whole message that is a plain yes or no, in any language; anything with more in it is neither. */
export type ReadReply = (message: string) => 'yes' | 'no' | 'other';

/** A reply is a word or a few: longer messages are not even read for one. */
const LONGEST_REPLY = 60;

/**
 * What a message decides of the approvals that wait: all of them, since whoever is asked is told all of them. Undefined
 * for a message that says anything but yes or no, or brings a file.
 */
export function saidDecisions(
  { message, attachments = [] }: Pick<StartRun, 'message' | 'attachments'>,
  approvals: readonly PendingApproval[],
  read: ReadReply,
): readonly ApprovalDecision[] | undefined {
  if (approvals.length === 0 || attachments.length > 0 || message.length > LONGEST_REPLY) return undefined;
  const reply = read(message);
  return reply === 'other' ? undefined : approvals.map(({ id }) => ({ id, approved: reply === 'yes' }));
}

/** Answers as the message beside them lets them stand: a plain no outweighs every yes, which can still be said again. */
export function unlessSaidNo(
  { message }: Pick<StartRun, 'message'>,
  { decisions, results }: RunAnswers,
  read: ReadReply,
): RunAnswers {
  if (message.length > LONGEST_REPLY || read(message) !== 'no') return { decisions, results };
  return {
    decisions: decisions.map((each) => (each.approved ? { id: each.id, approved: false } : each)),
    results,
  };
}

/**
 * Nobody decides by a word what was not before them when they said it.
 * @throws OracleError `conflict`, with the id and the words of each that was not
 */
export function refuseUnseen(
  approvals: readonly PendingApproval[],
  seen: readonly string[] | undefined,
): void {
  const unseen = seen === undefined ? [] : approvals.filter(({ id }) => !seen.includes(id));
  if (unseen.length === 0) return;
  const asked = unseen.map(({ summary }) => inert(summary)).join('; ');
  throw new OracleError('conflict', {
    detail: `Your words have decided nothing: what waits had not been shown here when you said them. It still waits: ${asked}`,
    hint: 'Say it again once the question stands here, or decide it on the page; “stop” takes it back.',
    errors: unseen.map(({ id, summary }) => ({ field: id, message: summary })),
  });
}

/** What the person is told of approvals that they left open by saying something else. */
export function leftUndone(approvals: readonly PendingApproval[]): readonly RunEvent[] {
  if (approvals.length === 0) return [];
  const left = approvals.map(({ summary }) => inert(summary)).join('; ');
  return [
    {
      type: 'notice',
      code: 'left_undone',
      text: `Not done, since neither yes nor no was said to it: ${left}. Ask for it again if it is still wanted.`,
    },
  ];
}
