import { createHash } from 'node:crypto';
import { exactName, listed, nextTurn } from 'oracle-runtime/kit';
import { type Foreseen, OracleError } from 'oracle-runtime/plugin';
import type { Ability } from '../access/abilities.js';
import { requireAbility, requireScope, sees } from '../access/access.js';
import { notFound } from '../drive/faults.js';
import { fileHere } from '../drive/find.js';
import type { Namespace } from '../paths/namespace.js';
import { type NamespacePath, parsePath } from '../paths/namespace-path.js';
import type { Looking, OperationDeps } from './deps.js';

/** Folders are counted up to here. */
const MOST_COUNTED = 10_000;
const READ_AT_ONCE = 1_000;

/** All that stands at the paths, for a person who decides on it: `/a.txt and the folder /b with 12 files`. */
async function inventory(
  deps: OperationDeps,
  asker: Looking,
  ability: Ability,
  paths: readonly string[],
): Promise<string> {
  const named: string[] = [];
  for (const path of paths) {
    // Each waits for the disk without leaving the thread: others have their turns between.
    await nextTurn();
    asker.signal.throwIfAborted();
    named.push(await describeAt(deps, asker, ability, path));
  }
  return listed(named);
}

/** How many files a folder holds; undefined for a file, and where nothing is. */
async function filesInFolder(
  { vfs, access }: OperationDeps,
  asker: Looking,
  ability: Ability,
  text: string,
): Promise<number | undefined> {
  const path = parsePath(text);
  const granted = await access({ ...asker, via: 'agent' }, ability, path);
  // Who is shown what is there before anybody is asked must be let see it.
  requireAbility(granted, ability);
  requireScope(granted, path);
  if ((await fileHere(vfs, granted, path)) !== undefined) return undefined;
  const folder = await vfs.files.findFolderAt(granted.namespace, path);
  if (folder === undefined || !sees(granted, folder)) return undefined;
  return (await vfs.files.measure({ namespace: granted.namespace, path }, MOST_COUNTED)).files;
}

/**
 * What happens to what stands at the paths, and in which state that is.
 * @throws OracleError `not_found` where nothing stands at any of them, `forbidden` where that may not be known
 */
export async function foreseeAt(
  deps: OperationDeps,
  asker: Looking,
  { ability, paths }: { readonly ability: Ability; readonly paths: readonly string[] },
  word: (what: string) => string,
): Promise<Foreseen> {
  const words = word(await inventory(deps, asker, ability, paths));
  if (!(await standsAtAny(deps, asker, ability, paths))) throw notFound();
  return { words, state: await stateAt(deps, asker, ability, paths) };
}

/** Whether there is anything to ask a person about, as the call itself would find it. */
async function standsAtAny(
  { vfs, access }: OperationDeps,
  asker: Looking,
  ability: Ability,
  paths: readonly string[],
): Promise<boolean> {
  for (const text of paths) {
    asker.signal.throwIfAborted();
    const path = parsePath(text);
    const granted = await access({ ...asker, via: 'agent' }, ability, path);
    if ((await fileHere(vfs, granted, path)) !== undefined) return true;
    const folder = await vfs.files.findFolderAt(granted.namespace, path);
    if (folder !== undefined && sees(granted, folder)) return true;
    await nextTurn();
  }
  return false;
}

/** A digest of what stands at the paths: another once a file is replaced, changed, added or gone, if the words stay. */
export async function stateAt(
  deps: OperationDeps,
  asker: Looking,
  ability: Ability,
  paths: readonly string[],
): Promise<string> {
  const digest = createHash('sha256');
  for (const path of paths) {
    // Each waits for the disk without leaving the thread: others have their turns between.
    await nextTurn();
    asker.signal.throwIfAborted();
    for await (const part of partsAt(deps, asker, ability, path)) digest.update(`${part}\n`);
  }
  return digest.digest('base64url');
}

/** A file by its id and bytes, a folder by those of its files; by the fault, what may not be looked at. */
async function* partsAt(
  { vfs, access }: OperationDeps,
  asker: Looking,
  ability: Ability,
  text: string,
): AsyncGenerator<string> {
  try {
    const path = parsePath(text);
    const granted = await access({ ...asker, via: 'agent' }, ability, path);
    const file = await fileHere(vfs, granted, path);
    if (file === undefined) yield* partsOfFolder(vfs, granted.namespace, path);
    else yield `${file.id} ${file.cid}`;
  } catch (error) {
    if (!OracleError.isInstance(error) || error.status >= 500) throw error;
    yield error.code;
  }
}

async function* partsOfFolder(
  { files }: OperationDeps['vfs'],
  namespace: Namespace,
  path: NamespacePath,
): AsyncGenerator<string> {
  for (let read = 0, after: string | undefined; read < MOST_COUNTED; ) {
    const page = await files.listArchived({
      namespace,
      path,
      view: 'flat',
      limit: READ_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    yield `folder ${page.length}`;
    for (const file of page) yield `${file.fileId} ${file.contentHash} ${file.path}`;
    if (page.length < READ_AT_ONCE) return;
    read += page.length;
    after = page.at(-1)?.path;
    await nextTurn();
  }
}

async function describeAt(
  deps: OperationDeps,
  asker: Looking,
  ability: Ability,
  path: string,
): Promise<string> {
  const files = await filesInFolder(deps, asker, ability, path);
  if (files === undefined) return exactName(path);
  const count =
    files >= MOST_COUNTED ? `${MOST_COUNTED} files or more` : `${files} ${files === 1 ? 'file' : 'files'}`;
  return `the folder ${exactName(path)} with ${count}`;
}
