import type { Message } from './message.js';

/** A message that the oracle is to answer. */
export interface Heard {
  readonly eventId: string;
  readonly roomId: string;
  readonly sender: string;
  readonly senderName: string;
  readonly message: Message;
  /** When it was said, in milliseconds since the epoch, as its homeserver has it; not later than it came here. */
  readonly at: number;
  /** Nobody but the two of them is in the room. */
  readonly isDirect: boolean;
  /** It was heard before a restart. */
  readonly again: boolean;
}

/** Where its answer stands: in its thread, in a new one in rooms of several, else in the room itself. */
export function threadOf({ message, isDirect, eventId }: Heard): string | undefined {
  return message.threadId ?? (isDirect ? undefined : eventId);
}
