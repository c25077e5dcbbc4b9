import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../kit/index.js';
import { oneLine } from '../../kit/one-line.js';
import { OracleError } from '../../plugin/index.js';
import type { CliIo } from '../io.js';
import { printFailure } from '../print-failure.js';
import type { Approval } from './run-turn.js';

type Args = Approval['args'];

/**
 * The arguments of a call as a person changed them: as JSON in their editor where they named one (VISUAL, EDITOR), else
 * field by field. Undefined when they leave it or change nothing.
 */
export async function editArgs(args: Args, io: CliIo): Promise<Args | undefined> {
  const editor = io.env['VISUAL']?.trim() || io.env['EDITOR']?.trim();
  const edited = editor ? editInEditor(args, editor, io) : await editFields(args, io);
  if (edited === undefined || JSON.stringify(edited) === JSON.stringify(args)) {
    io.stderr('Nothing was changed.\n');
    return undefined;
  }
  return edited;
}

async function editFields(args: Args, io: CliIo): Promise<Args | undefined> {
  io.stderr('Change what you like; Enter goes on, Ctrl-D leaves it as it was.\n');
  const edited: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const isText = typeof value === 'string';
    const answer = await askField(oneLine(name, 64), isText ? value : JSON.stringify(value), isText, io);
    if (answer === undefined) return undefined;
    edited[name] = answer.value;
  }
  return edited;
}

/** Text stays text; everything else is JSON, and asked for until it is. */
async function askField(
  name: string,
  initial: string,
  isText: boolean,
  io: CliIo,
): Promise<{ readonly value: unknown } | undefined> {
  for (let shown = initial; ; ) {
    const answer = await io.ask(`  ${name}: `, { initial: shown });
    if (answer === undefined) return undefined;
    if (isText) return { value: answer };
    try {
      return { value: JSON.parse(answer) };
    } catch {
      io.stderr(`  This is no JSON. Write a number as 5, a word as "word", a list as ["a", "b"].\n`);
      shown = answer;
    }
  }
}

/** In a folder of its own, so that nobody else on this machine reads along. */
function editInEditor(args: Args, editor: string, io: CliIo): Args | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'oracle-edit-'));
  try {
    const file = join(dir, 'arguments.json');
    writeFileSync(file, `${JSON.stringify(args, null, 2)}\n`, { mode: 0o600 });
    io.release();
    // The variable may hold words, as in `code --wait`, which a shell takes apart; the file is one word of its own.
    const { status, error } = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    if (error !== undefined || status !== 0)
      throw new OracleError('invalid_request', {
        detail: `The editor '${oneLine(editor, 80)}' did not end well.`,
        hint: 'Check VISUAL and EDITOR, or unset them to change the arguments field by field.',
      });
    return parseArgs(readFileSync(file, 'utf8'));
  } catch (error) {
    printFailure(error, io);
    return undefined;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function parseArgs(text: string): Args {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new OracleError('invalid_request', { detail: 'What was saved is no JSON.', cause });
  }
  if (isRecord(value)) return Object.fromEntries(Object.entries(value));
  throw new OracleError('invalid_request', { detail: 'What was saved is no JSON object.' });
}
