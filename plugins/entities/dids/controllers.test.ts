import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { controllersOf } from './controllers.js';
import type { Resolution } from './resolution.js';

const { signal } = new AbortController();
/** Who controls whom. */
const WORLD: Readonly<Record<string, readonly string[]>> = {
  'did:ixo:entity:a': [
    'did:ixo:entity:b',
    'did:x:owner',
    'did:x:nobody',
    'did:x:gone',
    'did:x:down',
    'did:web:e.example',
  ],
  'did:ixo:entity:b': ['did:ixo:entity:c'],
  'did:ixo:entity:c': ['did:ixo:entity:d', 'did:ixo:entity:a'],
  'did:ixo:entity:d': ['did:ixo:entity:e'],
  'did:x:owner': [],
};

async function resolve(did: string): Promise<Resolution> {
  if (did === 'did:x:gone') return { status: 'deactivated', metadata: { deactivated: true } };
  if (did === 'did:x:down') throw new OracleError('unavailable', { detail: 'down' });
  const controller = WORLD[did];
  if (controller === undefined) return { status: 'failed', error: 'notFound', detail: 'none' };
  return { status: 'found', document: { id: did, controller }, metadata: {} };
}

describe('controllers', () => {
  it('are followed three steps up, never in a circle, never to a host', async () => {
    const id = 'did:ixo:entity:a';
    expect(await controllersOf({ id, controller: WORLD[id] ?? [] }, resolve, signal)).toEqual([
      {
        did: 'did:ixo:entity:b',
        state: 'active',
        controllers: [
          {
            did: 'did:ixo:entity:c',
            state: 'active',
            controllers: [
              {
                did: 'did:ixo:entity:d',
                state: 'active',
                controllers: [{ did: 'did:ixo:entity:e', state: 'unresolved' }],
              },
              { did: 'did:ixo:entity:a', state: 'active' },
            ],
          },
        ],
      },
      { did: 'did:x:owner', state: 'active' },
      { did: 'did:x:nobody', state: 'no-document' },
      { did: 'did:x:gone', state: 'deactivated' },
      { did: 'did:x:down', state: 'unresolved' },
      { did: 'did:web:e.example', state: 'unresolved' },
    ]);
  });

  it('may be one, none, or nonsense', async () => {
    const of = (controller: unknown) =>
      controllersOf({ id: 'did:x:a', controller: controller as string }, resolve, signal);
    expect(await of('did:x:owner')).toEqual([{ did: 'did:x:owner', state: 'active' }]);
    expect(await of(undefined)).toEqual([]);
    expect(await of([5, null, 'did:x:owner'])).toEqual([{ did: 'did:x:owner', state: 'active' }]);
  });
});
