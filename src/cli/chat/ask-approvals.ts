import type { Decision } from '../../client/chat-client.js';
import { oneLine } from '../../kit/one-line.js';
import type { CliIo } from '../io.js';
import type { Paint } from '../terminal/paint.js';
import { editArgs } from './edit-args.js';
import type { Approval } from './run-turn.js';
import { shortArgs } from './short-args.js';
import { outline } from './working.js';

const HELP =
  'y: do it   n: do not   e: change the arguments first   ?: see the arguments   Ctrl-C: cancel the turn';
const LONGEST = 300;

export interface Asker {
  readonly io: CliIo;
  readonly paint: Paint;
  /** Id of whoever is asked here, where it is known. */
  readonly me?: string | undefined;
}

/**
 * Asks a person about each call that waits: what happens to what, then y, n, e to change it or ? to see its arguments.
 * Whatever is no clear yes is a no. A changed call is shown and asked about again before it is sent. Undefined when the
 * person leaves a question: then nothing is decided, not even what was answered before.
 */
export async function askApprovals(
  approvals: readonly Approval[],
  asker: Asker,
): Promise<readonly Decision[] | undefined> {
  const decisions: Decision[] = [];
  for (const [at, approval] of approvals.entries()) {
    const count = approvals.length > 1 ? `${at + 1} of ${approvals.length}: ` : '';
    const decision = await askOne(approval, count, asker);
    if (decision === undefined) return undefined;
    decisions.push(decision);
  }
  return decisions;
}

async function askOne(
  { id, tool, args, summary, askedBy }: Approval,
  count: string,
  { io, paint, me }: Asker,
): Promise<Decision | undefined> {
  const other =
    me === undefined || askedBy === undefined || askedBy.id === me
      ? ''
      : `${askedBy.name} asked; allowed, it is done in your name, with what is yours. `;
  let edited: Approval['args'] | undefined;
  for (;;) {
    // The oracle worded what the first arguments do; a changed call is shown as it is.
    const what =
      edited === undefined
        ? summary
        : oneLine(`${tool}(${shortArgs(edited, LONGEST)}), as you changed it`, LONGEST);
    const answer = await io.ask(`${count}${other}Allow ${what}? [y/N/e/?] `, { fresh: true });
    if (answer === undefined) return undefined;
    switch (answer.trim().toLowerCase()) {
      case 'y':
      case 'yes':
        return { id, approved: true, ...(edited === undefined ? {} : { args: edited }) };
      case 'e':
      case 'edit':
        edited = (await editArgs(edited ?? args, io)) ?? edited;
        break;
      case '?': {
        const lines = outline(oneLine(tool, 64), edited ?? args, '  ', io.screen?.().columns ?? 80, paint, 0);
        io.stdout(`${lines.join('\n')}\n  ${paint(HELP, 'dim')}\n`);
        break;
      }
      default:
        return { id, approved: false };
    }
  }
}
