import type { Asker } from 'oracle-runtime/plugin';
import type { Ability } from '../access/abilities.js';
import { requireAbility, requireScope, sees } from '../access/access.js';
import { fileHere } from '../drive/find.js';
import { parsePath } from '../paths/namespace-path.js';
import type { OperationDeps } from './deps.js';

/** Folders are counted up to here. */
const MOST_COUNTED = 10_000;
const MOST_NAMED = 5;

/** What stands at the paths, for a person who decides on it: `/a.txt and the folder /b with 12 files`. */
export async function inventory(
  deps: OperationDeps,
  asker: Asker,
  ability: Ability,
  paths: readonly string[],
): Promise<string> {
  const named: string[] = [];
  for (const path of paths.slice(0, MOST_NAMED)) named.push(await describeAt(deps, asker, ability, path));
  if (paths.length > MOST_NAMED) named.push(`${paths.length - MOST_NAMED} more`);
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : (named[0] ?? 'nothing');
}

/** How many files a folder holds; undefined for a file, and where nothing is. */
export async function filesInFolder(
  { vfs, access }: OperationDeps,
  { principal }: Asker,
  ability: Ability,
  text: string,
): Promise<number | undefined> {
  const path = parsePath(text);
  const granted = await access({ via: 'agent', principal }, ability, path);
  // Who is shown what is there before anybody is asked must be let see it.
  requireAbility(granted, ability);
  requireScope(granted, path);
  if ((await fileHere(vfs, granted, path)) !== undefined) return undefined;
  const folder = await vfs.files.findFolderAt(granted.namespace, path);
  if (folder === undefined || !sees(granted, folder)) return undefined;
  return (await vfs.files.measure({ namespace: granted.namespace, path }, MOST_COUNTED)).files;
}

/** In which state it is what would be published: a file by its bytes, a folder by how much it holds. */
export async function stateAt(
  { vfs, access }: OperationDeps,
  { principal }: Asker,
  ability: Ability,
  text: string,
): Promise<string> {
  const path = parsePath(text);
  const granted = await access({ via: 'agent', principal }, ability, path);
  const file = await fileHere(vfs, granted, path);
  if (file !== undefined) return `${file.id}@${file.cid}`;
  const { files, bytes } = await vfs.files.measure({ namespace: granted.namespace, path }, MOST_COUNTED);
  return `${files} files, ${bytes} bytes`;
}

async function describeAt(
  deps: OperationDeps,
  asker: Asker,
  ability: Ability,
  path: string,
): Promise<string> {
  const files = await filesInFolder(deps, asker, ability, path);
  if (files === undefined) return path;
  const count =
    files >= MOST_COUNTED ? `${MOST_COUNTED} files or more` : `${files} ${files === 1 ? 'file' : 'files'}`;
  return `the folder ${path} with ${count}`;
}
