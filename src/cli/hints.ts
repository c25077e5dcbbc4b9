import type { Hints } from '../client/hints.js';

/** What helps whoever sits at a terminal. */
export const CLI_HINTS: Hints = {
  unreachable: 'Start it with `oracle start`, or name another with --url.',
  foreign: 'Check --url.',
  lost: 'The run goes on there; use --session with the same id to come back to it.',
};
