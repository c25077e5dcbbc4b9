import { inert } from 'oracle-runtime/kit';
import type { Place } from '../store/sessions.js';
import type { Approval } from './approval-store.js';

/** A plain yes or no, and where it was said. */
export interface SaidReply {
  readonly place: Place;
  readonly sessionId: string;
  /** The event that it answers by hand. */
  readonly replyTo: string | undefined;
  /** When its person last said something in this session before; undefined when they never did. */
  readonly saidAt: number | undefined;
}

type Open = Approval & { readonly askedAt: number };

/**
 * What is said to a yes or no that decides nothing of what its person takes it for: what waits there is decided by reactions,
 * in another thread or by somebody else. Undefined where nothing such waits, or where they have said more since it was asked.
 * @param open what waits in the room, the newest first
 */
export function undecidedByWords(
  { place, sessionId, replyTo, saidAt = 0 }: SaidReply,
  open: readonly Open[],
): string | undefined {
  if (open.some((each) => each.sessionId === sessionId && each.quorum <= 1)) return undefined;
  const meant = open.find(
    ({ eventId, askedAt, threadId, asker, quorum }) =>
      eventId === replyTo ||
      (askedAt >= saidAt && (threadId === place.threadId || asker === place.userId || quorum > 1)),
  );
  if (meant === undefined) return undefined;
  const { quorum, asker, ledElsewhere, summary } = meant;
  const how =
    quorum > 1
      ? `${quorum} members must agree first, by a reaction to the question; ❌ declines it`
      : asker !== place.userId
        ? `${asker} alone decides this`
        : ledElsewhere
          ? 'the question is answered by a reaction to it, ✅ or ❌'
          : 'say it in the thread of the question, or react to it with ✅ or ❌';
  return `Your words have decided nothing: ${how}. It still waits: ${inert(summary)}`;
}
