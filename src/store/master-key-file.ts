import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, jsonOf, writePrivateFile } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';

/** A key that wraps others. */
export interface MasterKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** `master-keys.json`: the last key is the current one, those before it wrap what a rotation has not reached yet. */
export interface MasterKeyFile {
  readonly path: string;
  /** Undefined when there is no file. */
  read(): Promise<readonly MasterKey[] | undefined>;
  /** The keys, made when there are none. */
  readOrCreate(): Promise<readonly MasterKey[]>;
  /** Replaces the file as a whole. */
  write(keys: readonly MasterKey[]): Promise<void>;
}

const fileSchema = z.object({
  keys: z
    .array(
      z.object({ id: z.string().min(1), key: z.base64url().transform((t) => Buffer.from(t, 'base64url')) }),
    )
    .min(1)
    .refine((keys) => keys.every(({ key }) => key.length === 32)),
});

export function newMasterKey(): MasterKey {
  return { id: randomUUID(), key: randomBytes(32) };
}

/** The file of one data directory, 0600. Two processes that make it at once end up with one. */
export function masterKeyFile(dataDir: string): MasterKeyFile {
  const path = join(dataDir, 'master-keys.json');

  async function read(): Promise<readonly MasterKey[] | undefined> {
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw unusable('cannot be read', 'Let the user of this process read it.');
    }
    const parsed = fileSchema.safeParse(jsonOf(text));
    if (parsed.success) return parsed.data.keys;
    throw unusable('is damaged', 'Restore it from a backup: without it the stored files cannot be read.');
  }

  async function store(keys: readonly MasterKey[], whenPresent: 'keep' | 'replace'): Promise<void> {
    const content = { keys: keys.map(({ id, key }) => ({ id, key: key.toString('base64url') })) };
    try {
      await writePrivateFile(path, `${JSON.stringify(content, null, 2)}\n`, whenPresent);
    } catch (error) {
      throw unusable(
        `cannot be written (${errorCode(error) ?? 'unknown error'})`,
        'Set DATA_DIR to a directory with free space that the user of this process may write.',
      );
    }
  }

  return {
    path,
    read,
    async readOrCreate() {
      const present = await read();
      if (present !== undefined) return present;
      await store([newMasterKey()], 'keep');
      return (await read()) ?? [];
    },
    write: (keys) => store(keys, 'replace'),
  };
}

/** Without the path: it may reach a client. */
function unusable(what: string, hint: string): OracleError {
  return new OracleError('config_invalid', { detail: `master-keys.json in DATA_DIR ${what}.`, hint });
}
