import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OracleError } from '../plugin/index.js';

/** A key that wraps others. */
export interface MasterKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** `master-keys.json`: the last key is the current one, those before it wrap what a rotation has not reached yet. */
export interface MasterKeyFile {
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
      if (codeOf(error) === 'ENOENT') return undefined;
      throw unusable(path, 'cannot be read', 'Let the user of this process read it.');
    }
    const parsed = fileSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data.keys;
    throw unusable(
      path,
      'is damaged',
      'Restore it from a backup: without it the stored files cannot be read.',
    );
  }

  /** Writes a file beside the target and hands it over to `publish`. */
  async function store(keys: readonly MasterKey[], publish: (temporary: string) => Promise<void>) {
    const temporary = `${path}.${randomUUID()}`;
    const content = { keys: keys.map(({ id, key }) => ({ id, key: key.toString('base64url') })) };
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await publish(temporary);
      await syncDirectory(dataDir);
    } catch (error) {
      throw unusable(
        path,
        `cannot be written (${codeOf(error) ?? 'unknown error'})`,
        'Set DATA_DIR to a directory with free space that the user of this process may write.',
      );
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  return {
    read,
    async readOrCreate() {
      const present = await read();
      if (present !== undefined) return present;
      await store([newMasterKey()], async (temporary) => {
        // A link fails where a rename would overwrite the file of a process that was first.
        await link(temporary, path).catch((error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw error;
        });
      });
      return (await read()) ?? [];
    },
    write: (keys) => store(keys, (temporary) => rename(temporary, path)),
  };
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unusable(path: string, what: string, hint: string): OracleError {
  return new OracleError('config_invalid', { detail: `The master key file ${path} ${what}.`, hint });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
