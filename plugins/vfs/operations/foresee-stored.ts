import type { Foreseen } from 'oracle-runtime/plugin';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { knownAs, sightOf } from '../access/onlookers.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { Looking, OperationDeps } from './deps.js';
import { stateAt } from './inventory.js';

/**
 * What a person is asked about what is stored at a path: what happens, who reads it there, and the state of what is there.
 * @throws OracleError `forbidden`
 */
export async function foreseeStored(
  deps: OperationDeps,
  asker: Looking,
  path: NamespacePath,
  word: (path: string) => string,
): Promise<Foreseen> {
  const granted = await lookAt(deps, asker, path);
  const sight = await sightOf(deps.vfs, granted, asker.principal, path);
  return {
    words: withReasons(word(knownAs(granted, path)), sight?.why),
    state: await stateAt(deps, asker, 'fs/write', [path]),
  };
}

/** Why others read what is stored at a path, for the words of a question. @throws OracleError `forbidden` */
export async function whySeenAt(
  deps: OperationDeps,
  asker: Looking,
  path: NamespacePath,
): Promise<string | undefined> {
  const sight = await sightOf(deps.vfs, await lookAt(deps, asker, path), asker.principal, path);
  return sight?.why;
}

/** What happens, and each reason as a sentence after it. */
export function withReasons(words: string, ...given: readonly (string | undefined)[]): string {
  const reasons = new Set(given.filter((reason) => reason !== undefined));
  return reasons.size === 0 ? words : [`${words}.`, ...reasons].join(' ');
}

/** Who is told what is there before anybody is asked must be let write there. @throws OracleError `forbidden` */
export async function lookAt(
  { access }: OperationDeps,
  asker: Looking,
  path: NamespacePath,
): Promise<Access> {
  const granted = await access({ ...asker, via: 'agent' }, 'fs/write', path);
  requireAbility(granted, 'fs/write');
  requireScope(granted, path);
  return granted;
}
