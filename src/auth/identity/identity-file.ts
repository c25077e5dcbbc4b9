import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, writePrivateFile } from '../../kit/index.js';
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
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
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
  try {
    await writePrivateFile(path, `${JSON.stringify(content, null, 2)}\n`, 'keep');
  } catch (error) {
    throw unusable(
      path,
      `cannot be written (${errorCode(error) ?? 'unknown error'})`,
      'Set DATA_DIR to a directory that the user of this process may write, or set SIGNING_MNEMONIC.',
    );
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
