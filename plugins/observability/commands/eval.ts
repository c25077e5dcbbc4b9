import { appendFile, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorCode, fieldErrors, messageOf, printable } from 'oracle-runtime/kit';
import { type CommandIo, type OracleConnection, OracleError, withOracle } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { compareAnswers } from '../evaluation/compare-answers.js';
import type { RunOptions } from './index.js';
import { findRun } from './recorded-run.js';
import { replayWith } from './replay.js';
import { type ReplayWith, replayRun } from './replay-run.js';

/** One line of a suite: a run to which answers are held, and words that they must say besides. */
const caseSchema = z.strictObject({
  name: z.string().trim().min(1),
  sessionId: z.string().min(1),
  runId: z.string().min(1),
  says: z.array(z.string().trim().min(1)).default([]),
});
type EvalCase = z.output<typeof caseSchema>;

const DEFAULT_FILE = 'evals.jsonl';

/** `oracle eval`: replays every run of a suite. 0 when all answers hold, 1 when one does not, 2 when there is nothing to hold. */
export async function evaluate(options: RunOptions, io: CommandIo): Promise<number> {
  const file = options.file ?? DEFAULT_FILE;
  if (options.add !== undefined) return addCase(options.add, file, options, io);
  const cases = await readSuite(file, io);
  if (cases.length === 0) {
    io.stderr(`${file} has no runs. oracle eval --add <run> adds one.\n`);
    return 2;
  }
  const given = await replayWith(options, io);
  return withOracle(options, io, async (oracle) => {
    const results = [];
    for (const each of cases) {
      const faults = await faultsOf(oracle, each, given);
      results.push({ name: each.name, runId: each.runId, faults });
      if (options.json !== true) report(each, faults, io);
    }
    const failed = results.filter(({ faults }) => faults.length > 0).length;
    if (options.json === true) io.stdout(`${JSON.stringify({ results, failed }, null, 2)}\n`);
    else io.stdout(`\n${results.length - failed} of ${results.length} hold.\n`);
    return failed === 0 ? 0 : 1;
  });
}

async function faultsOf(
  oracle: OracleConnection,
  { runId, sessionId, says }: EvalCase,
  given: ReplayWith,
): Promise<readonly string[]> {
  try {
    const run = await findRun(oracle, runId, sessionId);
    return compareAnswers(run.answer, await replayRun(oracle, run, given), says).faults;
  } catch (error) {
    // One run that is gone must not keep the others from being looked at.
    return [OracleError.isInstance(error) ? error.detail : messageOf(error)];
  }
}

function report({ name }: EvalCase, faults: readonly string[], io: CommandIo): void {
  io.stdout(`${faults.length === 0 ? 'ok  ' : 'FAIL'}  ${printable(name)}\n`);
  for (const fault of faults) io.stdout(`      ${printable(fault)}\n`);
}

async function addCase(runId: string, file: string, options: RunOptions, io: CommandIo): Promise<number> {
  // What a suite refuses must not be put into one: none of its runs could be held to anything then.
  for (const option of ['name', 'says'] as const)
    if (options[option]?.trim() === '')
      throw new OracleError('invalid_request', {
        detail: `--${option} is empty.`,
        hint:
          option === 'says'
            ? 'Give words that every answer must hold, or leave it out.'
            : 'Give one, or leave it out.',
      });
  const known = await readSuite(file, io);
  const run = await withOracle(options, io, (oracle) => findRun(oracle, runId, options.session));
  if (known.some((each) => each.runId === runId)) {
    io.stderr(`${runId} is in ${file} already.\n`);
    return 1;
  }
  const added: EvalCase = {
    name: options.name ?? (run.question.trim().slice(0, 80) || runId),
    sessionId: run.sessionId,
    runId,
    says: options.says === undefined ? [] : [options.says],
  };
  await appendFile(resolve(io.cwd, file), `${JSON.stringify(added)}\n`);
  io.stdout(`Added to ${file}: ${printable(added.name)}\n`);
  return 0;
}

/** @throws OracleError `invalid_request` that names the line */
async function readSuite(file: string, io: CommandIo): Promise<EvalCase[]> {
  let text: string;
  try {
    text = await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readCase(line, file, index + 1)]));
}

function readCase(line: string, file: string, number: number): EvalCase {
  try {
    return caseSchema.parse(JSON.parse(line));
  } catch (error) {
    const [fault] = error instanceof z.ZodError ? fieldErrors(error) : [];
    const why = fault === undefined ? 'it is no JSON' : `${fault.field}: ${fault.message}`;
    throw new OracleError('invalid_request', { detail: `${file}:${number} is no run of a suite: ${why}.` });
  }
}
