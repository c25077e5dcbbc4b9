import { exactName } from 'oracle-runtime/kit';
import type { Foreseen } from 'oracle-runtime/plugin';
import { requireScope, sees } from '../access/access.js';
import { sightOf, sightOfMoved } from '../access/onlookers.js';
import { fileHere } from '../drive/find.js';
import { parsePath } from '../paths/namespace-path.js';
import type { Looking, OperationDeps } from './deps.js';
import { lookAt, withReasons } from './foresee-stored.js';
import { foreseeAt } from './inventory.js';
import { BY_THE_WAY, mayBeSeen } from './publishing-guard.js';

interface Moving {
  readonly from: string;
  readonly to: string;
  readonly publish: boolean;
}

/**
 * Whether the person is asked before an agent moves something: a folder, what others shall read, and what they read
 * already, because they read its new name too. What may not go there by the way is not asked about, but refused.
 * @throws OracleError `forbidden`
 */
export async function asksToMove(deps: OperationDeps, asker: Looking, moving: Moving): Promise<boolean> {
  if (moving.publish) return true;
  const { vfs } = deps;
  const { granted, from, to } = await placesOf(deps, asker, moving);
  const file = await fileHere(vfs, granted, from);
  const item = file ?? (await vfs.files.findFolderAt(granted.namespace, from));
  const sight = await sightOf(vfs, granted, asker.principal, to);
  if (sight !== undefined) return mayBeSeen(sight, { publish: false, from: item });
  if (item !== undefined && file === undefined && sees(granted, item)) return true;
  return (await sightOfMoved(vfs, granted, asker.principal, { from, to })) !== undefined;
}

export async function foreseeMoved(deps: OperationDeps, asker: Looking, moving: Moving): Promise<Foreseen> {
  const { granted, from, to } = await placesOf(deps, asker, moving);
  const sight = await sightOfMoved(deps.vfs, granted, asker.principal, { from, to });
  return foreseeAt(deps, asker, { ability: 'fs/write', paths: [from] }, (what) =>
    withReasons(`Move ${what} to ${exactName(to)}${moving.publish ? BY_THE_WAY : ''}`, sight?.why),
  );
}

async function placesOf(deps: OperationDeps, asker: Looking, moving: Moving) {
  const [from, to] = [parsePath(moving.from, 'from'), parsePath(moving.to, 'to')];
  const granted = await lookAt(deps, asker, from);
  requireScope(granted, to);
  return { granted, from, to };
}
