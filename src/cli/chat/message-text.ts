import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OracleError } from '../../plugin/index.js';
import type { CliIo } from '../io.js';
import { utf8Reader } from '../utf8-reader.js';

/**
 * What `--message` stands for: `-` is standard input, `@path` a file, `@@…` a text that begins with `@`, everything
 * else itself.
 * @throws OracleError `invalid_request` when there is no such file or nothing in it
 */
export async function messageText(given: string, io: CliIo): Promise<string> {
  if (given.startsWith('@@')) return given.slice(1);
  if (given === '-') return whole(await readInput(io), 'standard input');
  if (!given.startsWith('@')) return whole(given, '--message');
  const path = given.slice(1);
  const bytes = await readFile(resolve(io.cwd, path)).catch(() => {
    throw new OracleError('invalid_request', {
      detail: `There is no file ${path} to send.`,
      hint: 'A message that begins with @ is written with two: --message @@everyone',
    });
  });
  const read = utf8Reader(path);
  return whole(read(bytes) + read(), path);
}

async function readInput(io: CliIo): Promise<string> {
  const lines: string[] = [];
  for await (const line of io.lines()) lines.push(line);
  return lines.join('\n');
}

function whole(text: string, from: string): string {
  if (text.trim() !== '') return text;
  throw new OracleError('invalid_request', {
    detail: `There is no message in ${from}.`,
    hint: 'Write what you want to say.',
  });
}
