import type { ThreadMessage } from '../../plugin/index.js';

/** Puts messages in the place of those that they amend; summaries that know these otherwise leave the thread. */
export function asAmended(thread: ThreadMessage[], amended: readonly ThreadMessage[]): void {
  for (const message of amended) {
    const at = thread.findIndex(({ id }) => id === message.id);
    const before = thread[at];
    if (before === undefined || JSON.stringify(before) === JSON.stringify(message)) continue;
    thread[at] = message;
    for (let i = thread.length - 1; i > at; i -= 1) {
      const summary = thread[i];
      if (summary?.role !== 'summary') continue;
      if (thread.findIndex(({ id }) => id === summary.upTo) >= at) thread.splice(i, 1);
    }
  }
}
