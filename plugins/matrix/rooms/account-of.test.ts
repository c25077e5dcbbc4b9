import type { Principal, Principals } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { accountOf } from './account-of.js';

const OWNER = 'did:key:owner';
const ADA = { userId: '@ada:x', roomId: '!direct:x' };

function principal(id: string, account?: string): Principal {
  const credential = account === undefined ? {} : { credential: { id: account } };
  return { id, kind: 'external', did: id, scopes: new Set(), name: 'Ada', ...credential };
}

/** @param links Matrix account -> the DID that it is linked to */
function asking(who: Principal, links: Readonly<Record<string, string>>) {
  const principals = {
    external: async ({ subject }: { subject: string }) =>
      principal(links[subject] ?? `matrix:${subject}`, `matrix:${subject}`),
  } as unknown as Principals;
  const people = { find: async (id: string) => (id === OWNER ? ADA : undefined) };
  return accountOf(who, { people, principals });
}

describe('the account of a principal', () => {
  it('is the one that is linked to it, where they talk alone, however the principal came', async () => {
    expect(await asking(principal(OWNER, 'slack:T/U'), { '@ada:x': OWNER })).toEqual(ADA);
    expect(await asking(principal(OWNER), { '@ada:x': OWNER })).toEqual(ADA);
  });

  it('is none once it is linked no more, or to somebody else', async () => {
    expect(await asking(principal(OWNER), {})).toBeUndefined();
    expect(await asking(principal(OWNER), { '@ada:x': 'did:key:other' })).toBeUndefined();
  });

  it('is that by which they spoke, with a room of its own alone', async () => {
    const links = { '@ada:x': OWNER, '@phone:x': OWNER };
    expect(await asking(principal(OWNER, 'matrix:@phone:x'), links)).toEqual({
      userId: '@phone:x',
      roomId: undefined,
    });
    expect(await asking(principal('matrix:@ben:x', 'matrix:@ben:x'), {})).toEqual({
      userId: '@ben:x',
      roomId: undefined,
    });
  });
});
