import type { RunEvent, ThreadMessage } from '../plugin/index.js';

/** Changes that a notice names; the others are counted. */
const NAMED = 5;

/** What the person is told of changes that the replaced messages made: nothing takes them back by itself. */
export function standingChanges(replaced: readonly ThreadMessage[]): readonly RunEvent[] {
  const changes = replaced.flatMap((message) =>
    message.role === 'tool' && message.change !== undefined ? [message.change.what] : [],
  );
  if (changes.length === 0) return [];
  const more = changes.length - NAMED;
  const named = changes.slice(0, NAMED).join('; ') + (more > 0 ? `; and ${more} more` : '');
  return [
    {
      type: 'notice',
      code: 'changes_stand',
      text: `What the replaced answer changed stays as it is: ${named}. To take it back, ask for it, or undo it.`,
    },
  ];
}
