import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorCode } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import type { CliIo } from './io.js';

const SHORTEST = 12;

export interface PassphraseOptions {
  /** Its first line. */
  readonly passphraseFile?: string;
}

/** A new passphrase, from a file or twice from a person. @throws OracleError `invalid_request` for a short one */
export async function newPassphrase(options: PassphraseOptions, io: CliIo): Promise<string> {
  const passphrase = await givenPassphrase(options, io, 'Passphrase for the keys of the backup: ');
  if (passphrase.length < SHORTEST)
    throw new OracleError('invalid_request', {
      detail: `The passphrase has ${passphrase.length} characters; it takes at least ${SHORTEST}.`,
      hint: 'Five or six words that nobody would guess do well.',
    });
  if (options.passphraseFile === undefined && (await askFor('Once more: ', io)) !== passphrase)
    throw new OracleError('invalid_request', { detail: 'The two are not the same.', hint: 'Try again.' });
  io.release();
  return passphrase;
}

/** The passphrase of a backup, from a file or from a person. */
export async function knownPassphrase(options: PassphraseOptions, io: CliIo): Promise<string> {
  const passphrase = await givenPassphrase(options, io, 'Passphrase of the backup: ');
  io.release();
  return passphrase;
}

/** Never from an argument: those are seen by every user of the machine, and kept by the shell. */
async function givenPassphrase(
  { passphraseFile }: PassphraseOptions,
  io: CliIo,
  prompt: string,
): Promise<string> {
  if (passphraseFile === undefined) return askFor(prompt, io);
  try {
    return (await readFile(resolve(io.cwd, passphraseFile), 'utf8')).split(/\r?\n/, 1)[0] ?? '';
  } catch (error) {
    throw new OracleError('invalid_request', {
      detail: `The passphrase file ${passphraseFile} cannot be read (${errorCode(error) ?? 'unknown error'}).`,
      hint: 'Give a text file whose first line is the passphrase.',
    });
  }
}

async function askFor(prompt: string, io: CliIo): Promise<string> {
  const answer = io.interactive ? await io.ask(prompt, { secret: true, fresh: true }) : undefined;
  if (answer !== undefined) return answer;
  throw new OracleError('invalid_request', {
    detail: 'There is no passphrase.',
    hint: 'Answer at a terminal, or give --passphrase-file FILE.',
  });
}
