import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OracleError } from '../../plugin/index.js';

/** What `identity.json` holds; `did` tells a person whose it is and guards against a damaged file. */
export interface IdentityFile {
  readonly mnemonic: string;
  readonly did: string;
}

export function identityPath(dataDir: string): string {
  return join(dataDir, 'identity.json');
}

/**
 * @returns undefined when there is no file.
 * @throws OracleError `config_invalid` when it cannot be read or is not an identity.
 */
export async function readIdentityFile(dataDir: string): Promise<IdentityFile | undefined> {
  const path = identityPath(dataDir);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw unusable(path, 'cannot be read', 'Let the user of this process read it.');
  }
  await closeToOthers(path);
  const value = parse(text);
  if (value === undefined) {
    throw unusable(path, 'is damaged', 'Restore it from a backup, or set SIGNING_MNEMONIC.');
  }
  return value;
}

/**
 * Writes the file whole or not at all, 0600. When another process was first, its file stays.
 * @throws OracleError `config_invalid` when the directory cannot be written.
 */
export async function writeIdentityFile(dataDir: string, content: IdentityFile): Promise<void> {
  const path = identityPath(dataDir);
  const temporary = `${path}.${randomUUID()}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(temporary, path);
  } catch (error) {
    throw unusable(
      path,
      `cannot be written (${codeOf(error) ?? 'unknown error'})`,
      'Set DATA_DIR to a directory that the user of this process may write, or set SIGNING_MNEMONIC.',
    );
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** A link fails where a rename would overwrite; file systems without links get the rename. */
async function publish(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    await rename(temporary, path);
  }
}

async function closeToOthers(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  // Not ours to change when it is mounted read-only or owned by another user; it was readable, so go on.
  await chmod(path, 0o600).catch(() => undefined);
}

function parse(text: string): IdentityFile | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('mnemonic' in value) || !('did' in value)) return undefined;
    const { mnemonic, did } = value;
    return typeof mnemonic === 'string' && typeof did === 'string' ? { mnemonic, did } : undefined;
  } catch {
    return undefined;
  }
}

function unusable(path: string, what: string, hint: string): OracleError {
  return new OracleError('config_invalid', { detail: `The identity file ${path} ${what}.`, hint });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
