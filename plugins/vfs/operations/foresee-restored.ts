import { createHash } from 'node:crypto';
import { exactName, listed, nextTurn } from 'oracle-runtime/kit';
import { type Foreseen, OracleError } from 'oracle-runtime/plugin';
import { sightOfRestored } from '../access/onlookers-of-restored.js';
import { findTrashed, type Trashed } from '../drive/restore.js';
import { trashedTogether } from '../folders/trashed-together.js';
import { parsePath } from '../paths/namespace-path.js';
import type { Looking, OperationDeps } from './deps.js';
import { withReasons } from './foresee-stored.js';
import { counted } from './in-words.js';
import { BY_THE_WAY } from './publishing-guard.js';

interface Restoring {
  readonly paths: readonly string[];
  readonly trashedAt?: number | undefined;
  readonly publish: boolean;
}

/**
 * What a person is asked before something comes out of the trash: what it is, who reads it then, and which of all that was
 * once at a path it is.
 * @throws OracleError `forbidden`
 */
export async function foreseeRestored(
  deps: OperationDeps,
  asker: Looking,
  { paths, trashedAt, publish }: Restoring,
): Promise<Foreseen> {
  const state = createHash('sha256');
  const named: string[] = [];
  const reasons: (string | undefined)[] = [];
  for (const path of paths) {
    // Each waits for the disk without leaving the thread: others have their turns between.
    await nextTurn();
    asker.signal.throwIfAborted();
    const found = await lookInTrash(deps, asker, path, trashedAt);
    state.update(`${found.state}\n`);
    named.push(found.words);
    reasons.push(found.why);
  }
  return {
    words: withReasons(`Restore ${listed(named)}${publish ? BY_THE_WAY : ''}`, ...reasons),
    state: state.digest('base64url'),
  };
}

/** By the fault, what is not there; the others come back without it. */
async function lookInTrash(
  { vfs, access }: OperationDeps,
  asker: Looking,
  said: string,
  trashedAt: number | undefined,
): Promise<{ readonly words: string; readonly state: string; readonly why?: string | undefined }> {
  try {
    const path = parsePath(said);
    const granted = await access({ ...asker, via: 'agent' }, 'fs/write', path);
    const trashed = await findTrashed(vfs, granted, path, trashedAt);
    const sight = await sightOfRestored(vfs, granted, asker.principal, trashed);
    return { ...(await describeTrashed(vfs, granted, trashed)), why: sight?.why };
  } catch (error) {
    if (!OracleError.isInstance(error) || error.status >= 500 || error.code === 'forbidden') throw error;
    return { words: exactName(said), state: error.code };
  }
}

async function describeTrashed(
  { db }: OperationDeps['vfs'],
  access: Parameters<typeof findTrashed>[1],
  trashed: Trashed,
): Promise<{ readonly words: string; readonly state: string }> {
  if (trashed.type === 'file')
    return { words: exactName(trashed.file.path), state: `${trashed.file.id} ${trashed.file.cid}` };
  const { path, at } = trashed;
  const { files } = await trashedTogether(db, { ...access, path, at })
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow();
  return {
    words: `the folder ${exactName(path)} with ${counted(Number(files), 'file')}`,
    state: `${path} ${at} ${files}`,
  };
}
