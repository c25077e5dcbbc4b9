import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { printable } from 'oracle-runtime/kit';
import { type CommandIo, OracleError, withOracle } from 'oracle-runtime/plugin';
import { compareAnswers } from '../evaluation/compare-answers.js';
import type { RunOptions } from './index.js';
import { findRun } from './recorded-run.js';
import { type ReplayWith, replayRun } from './replay-run.js';

/** `oracle replay <run>`: 0 when the same calls were made and the same numbers said, else 1. */
export async function replay(runId: string, options: RunOptions, io: CommandIo): Promise<number> {
  const given = await replayWith(options, io);
  return withOracle(options, io, async (oracle) => {
    const run = await findRun(oracle, runId, options.session);
    const answer = await replayRun(oracle, run, given);
    const { faults, diff } = compareAnswers(run.answer, answer, []);
    if (options.json === true) {
      io.stdout(`${JSON.stringify({ run, answer, faults, diff }, null, 2)}\n`);
      return faults.length === 0 ? 0 : 1;
    }
    io.stdout(`--- ${run.runId}\n+++ ${given.model ?? 'again'}\n`);
    for (const line of diff) io.stdout(`${printable(line)}\n`);
    const { inputTokens, outputTokens } = answer.usage;
    io.stderr(`\n${answer.finishReason}; ${inputTokens} tokens in, ${outputTokens} out\n`);
    for (const fault of faults) io.stderr(`${printable(fault)}\n`);
    return faults.length === 0 ? 0 : 1;
  });
}

/** @throws OracleError `invalid_request` for a file of a prompt that cannot be read */
export async function replayWith({ model, prompt }: RunOptions, io: CommandIo): Promise<ReplayWith> {
  if (prompt === undefined) return { ...(model === undefined ? {} : { model }) };
  try {
    const text = await readFile(resolve(io.cwd, prompt), 'utf8');
    return { ...(model === undefined ? {} : { model }), prompt: text.trim() };
  } catch (cause) {
    throw new OracleError('invalid_request', { detail: `The prompt '${prompt}' cannot be read.`, cause });
  }
}
