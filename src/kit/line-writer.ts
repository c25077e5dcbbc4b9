import { escapeUnseen } from './one-line.js';

/**
 * Writes each text as one line of its own, with what cannot be seen written out: what somebody put into a file or a name
 * makes no second line, moves or recolours nothing on a terminal, and hides nothing of what follows.
 */
export function lineWriter(write: (text: string) => void): (line: string) => void {
  return (line) => write(`${escapeUnseen(line)}\n`);
}
