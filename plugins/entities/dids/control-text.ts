import { isRecord, told } from 'oracle-runtime/kit';
import type { DidDocument } from 'oracle-runtime/plugin';
import type { Controller } from './controllers.js';

const MOST_KEYS = 3;
const LONGEST_NAME = 200;

/**
 * Who controls a DID, in a sentence without its full stop. A document that names no controller is its own subject's, who acts by
 * its keys (DID Core 1.0, section 5.1.2).
 * @param document null where the chain keeps none
 */
export function controlText(
  id: string,
  controllers: readonly Controller[],
  document: DidDocument | null,
): string {
  if (controllers.length > 0) {
    const control = controllers.length > 1 ? 'control' : 'controls';
    return `${controllers.map(controllerText).join(' and ')} ${control} ${id}`;
  }
  if (document === null) return `Who controls ${id} is not known, as the chain keeps no document of it`;
  const keys = ownKeysOf(document);
  if (keys.length === 0) return `${id} names no controller, and no key that may act for it`;
  const more = keys.length > MOST_KEYS ? ` and ${keys.length - MOST_KEYS} more` : '';
  const held = `${keys.length === 1 ? 'key' : 'keys'} ${keys.slice(0, MOST_KEYS).join(', ')}${more}`;
  return `${id} names no controller: whoever holds its own ${held} controls it`;
}

function controllerText({ did, controllers = [] }: Controller): string {
  const shown = told(did, LONGEST_NAME);
  if (controllers.length === 0) return shown;
  return `${shown} (itself controlled by ${controllers.map((each) => told(each.did, LONGEST_NAME)).join(', ')})`;
}

/** The keys of a document that may act for its subject, by their account on a chain where they tell one, else by their id. */
function ownKeysOf({ verificationMethod, authentication }: DidDocument): readonly string[] {
  const methods = recordsIn(verificationMethod);
  const allowed = Array.isArray(authentication) ? (authentication as readonly unknown[]) : [];
  const named = allowed.flatMap((each) => {
    if (typeof each !== 'string') return recordsIn([each]);
    const method = methods.find(({ id }) => id === each);
    return method === undefined ? [] : [method];
  });
  return named.flatMap(({ id, blockchainAccountId: account }) => {
    const name = typeof account === 'string' ? account.split(':').at(-1) : id;
    return typeof name === 'string' && name !== '' ? [told(name, LONGEST_NAME)] : [];
  });
}

function recordsIn(list: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
