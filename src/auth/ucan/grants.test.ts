import { describe, expect, it } from 'vitest';
import type { Grant } from '../../plugin/index.js';
import {
  alice,
  bob,
  carol,
  cidOf,
  DAY,
  delegated,
  FILES,
  invocation,
  NOW,
  on,
  oracle,
  testVerifier,
  tokenOf,
} from './test-tokens.js';
import { InvalidUcan, UngrantedUcan } from './verify.js';

const revealedBy = ([grant]: readonly Grant[]) =>
  (grant?.nb['hidden'] as readonly string[] | undefined)?.toSorted();

describe('what an invocation grants', () => {
  it('is what its issuer owns, without proofs', async () => {
    const token = await invocation({ grants: [on('fs/write', `${FILES}/docs`)] });
    expect(await testVerifier().invocation(token)).toEqual({
      cid: cidOf(token),
      issuer: alice.did,
      audience: oracle.did,
      expiration: NOW + 60,
      grants: [{ can: 'fs/write', with: `${FILES}/docs`, nb: {}, owner: alice.did, proofs: [] }],
    });
  });

  it('is what the owner delegated, narrowed', async () => {
    const token = await delegated({}, { grants: [on('fs/list', `${FILES}/docs/2026`)] });
    const { issuer, grants } = await testVerifier().invocation(token);
    expect(issuer).toBe(bob.did);
    expect(grants).toMatchObject([{ can: 'fs/list', with: `${FILES}/docs/2026`, owner: alice.did }]);
    expect(grants[0]?.proofs).toHaveLength(1);
  });

  it.each([
    ['fs/write', 'fs/write', true],
    ['fs/write', 'fs/read', true],
    ['fs/write', 'fs/list', true],
    ['fs/write', 'fs/delete', false],
    ['fs/read', 'fs/list', true],
    ['fs/read', 'fs/write', false],
    ['fs/read', 'fs/delete', false],
    ['fs/list', 'fs/read', false],
    ['fs/delete', 'fs/delete', true],
    ['fs/delete', 'fs/read', true],
    ['fs/delete', 'fs/list', true],
    ['fs/delete', 'fs/write', false],
    ['*', 'fs/write', true],
    ['*', 'fs/delete', true],
    ['*', '*', true],
    ['fs/write', '*', false],
    ['fs/*', 'fs/read', false],
    ['fs/unknown', 'fs/unknown', true],
    ['fs/unknown', 'fs/list', false],
  ])('follows the lattice: %s given, %s claimed: %s', async (given, claimed, granted) => {
    const token = await delegated({ grants: [on(given, FILES)] }, { grants: [on(claimed, FILES)] });
    const result = testVerifier().invocation(token);
    if (granted) await expect(result).resolves.toBeDefined();
    else await expect(result).rejects.toThrow(UngrantedUcan);
  });

  it.each([
    ['/docs', '/docs', true],
    ['/docs', '/docs/a/b', true],
    ['', '/docs', true],
    ['', '', true],
    ['/docs', '/docs2', false],
    ['/docs', '/doc', false],
    ['/docs', '', false],
    ['/docs', '/other', false],
    ['/docs/a', '/docs/b', false],
    ['/docs', '/Docs', false],
    ['/did:ixo:entity:1', '/did:ixo:entity:2', false],
    ['', '/did:ixo:entity:1', false],
    ['/docs', '/did:ixo:entity:1/docs', false],
  ])('compares resources segment by segment: %s given, %s claimed: %s', async (given, claimed, granted) => {
    const token = await delegated(
      { grants: [on('fs/read', FILES + given)] },
      { grants: [on('fs/read', FILES + claimed)] },
    );
    const result = testVerifier().invocation(token);
    if (granted) await expect(result).resolves.toBeDefined();
    else await expect(result).rejects.toThrow(UngrantedUcan);
  });

  it.each([
    '/docs/%2e%2e/secret',
    '/docs%2Fsecret',
    '/docs/../secret',
    '/docs/./a',
    '/docs//a',
    '/docs/',
    '/docs\\..\\secret',
    '/docs/\u0000',
    '/cafe\u0301',
    '/did:ixo:/docs',
    '/did:IXO:entity:1',
  ])('takes no resource that is not in its one normal form: %s', async (path) => {
    await expect(
      testVerifier().invocation(await invocation({ grants: [on('fs/read', FILES + path)] })),
    ).rejects.toThrow(InvalidUcan);
  });

  it.each<[string, readonly (readonly string[] | undefined)[], readonly string[] | undefined]>([
    ['nothing is revealed unless asked', [undefined], undefined],
    ['the owner reveals all', [['*']], ['*']],
    ['absent in the delegation', [undefined, ['*']], undefined],
    ['absent in the invocation', [['*'], undefined], undefined],
    ['absent in the middle', [['*'], undefined, ['*']], undefined],
    ['all narrowed to a path', [['*'], ['/a']], ['/a']],
    ['a path narrowed to one below', [['/a'], ['/a/b']], ['/a/b']],
    ['a path is not widened', [['/a/b'], ['/a']], ['/a/b']],
    ['a path is not widened to all', [['/a'], ['*']], ['/a']],
    ['a sibling with the same beginning', [['/a'], ['/ab']], undefined],
    [
      'the common part of two lists',
      [
        ['/a', '/b/c'],
        ['/b', '/a/x'],
      ],
      ['/b/c', '/a/x'],
    ],
    ['through three links', [['*'], ['/a', '/b'], ['/b/c', '/d']], ['/b/c']],
  ])('reveals of the hidden what every link reveals: %s', async (_, links, expected) => {
    const people = [alice, bob, carol];
    let proofs: readonly string[] = [];
    for (const [index, hidden] of links.entries()) {
      const last = index === links.length - 1;
      const from = people[index] ?? alice;
      const to = last ? oracle : (people[index + 1] ?? bob);
      proofs = [
        await tokenOf({ from, to, grants: [on('fs/read', FILES, hidden)], proofs, expiration: NOW + 60 }),
      ];
    }
    const { grants } = await testVerifier().invocation(proofs[0] ?? '');
    expect(revealedBy(grants)).toEqual(expected?.toSorted());
    expect(grants[0]?.owner).toBe(alice.did);
  });

  it('needs the proof that grants to be among several, and unites what they reveal', async () => {
    const give = (can: string, path: string, hidden: readonly string[]) =>
      tokenOf({ from: alice, to: bob, grants: [on(can, FILES + path, hidden)], expiration: NOW + DAY });
    const proofs = [
      await give('fs/list', '/docs', ['*']),
      await give('fs/read', '/docs', ['/docs/a']),
      await give('fs/write', '', ['/docs/b']),
      await give('fs/write', '/other', ['*']),
    ];
    const token = await tokenOf({
      from: bob,
      to: oracle,
      grants: [on('fs/read', `${FILES}/docs`, ['*'])],
      proofs,
    });
    const { grants } = await testVerifier().invocation(token);
    expect(revealedBy(grants)).toEqual(['/docs/a', '/docs/b']);
  });

  it('is refused when proofs of two owners grant it, since it does not say whose files it means', async () => {
    const proofs = [
      await tokenOf({ from: alice, to: bob, grants: [on('fs/read', FILES)], expiration: NOW + DAY }),
      await tokenOf({ from: carol, to: bob, grants: [on('fs/read', FILES)], expiration: NOW + DAY }),
    ];
    const token = await tokenOf({ from: bob, to: oracle, grants: [on('fs/read', FILES)], proofs });
    await expect(testVerifier().invocation(token)).rejects.toThrow(UngrantedUcan);
  });

  it('comes from any capability of the delegation', async () => {
    const token = await delegated(
      { grants: [on('fs/list', FILES), on('space/add', 'did:key:z6Mk'), on('fs/write', `${FILES}/docs`)] },
      { grants: [on('fs/write', `${FILES}/docs/a`)] },
    );
    await expect(testVerifier().invocation(token)).resolves.toMatchObject({ issuer: bob.did });
  });

  it('is void under a caveat that is not understood', async () => {
    const odd = { can: 'fs/read', with: FILES, nb: { until: 'tomorrow' } };
    await expect(testVerifier().invocation(await invocation({ grants: [odd] }))).rejects.toThrow(InvalidUcan);
    await expect(
      testVerifier().invocation(await delegated({ grants: [odd] }, { grants: [on('fs/read', FILES)] })),
    ).rejects.toThrow(UngrantedUcan);
    for (const hidden of ['*', [1], ['docs'], ['/a/../b'], ['*', '/a'], ['/a%20b']]) {
      const grants = [{ can: 'fs/read', with: FILES, nb: { hidden } }];
      await expect(
        testVerifier().invocation(await invocation({ grants })),
        JSON.stringify(hidden),
      ).rejects.toThrow(InvalidUcan);
    }
  });
});
