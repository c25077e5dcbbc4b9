import { describe, expect, it } from 'vitest';
import { type DidDocument, OracleError, type Signer } from '../../plugin/index.js';
import {
  alice,
  bob,
  carol,
  cidOf,
  type Fields,
  NOW,
  on,
  oracle,
  signerNamed,
  testVerifier,
  tokenOf,
} from './test-tokens.js';
import { readToken, writeToken } from './token.js';
import { signUcan } from './ucan.js';
import { InvalidUcan, UngrantedUcan } from './verify.js';

const FILES = 'ixo:filesystem';
const DAY = 86_400;

/** alice -> bob -> oracle, with what differs. */
async function delegated(grant: Partial<Fields>, use: Partial<Fields>): Promise<string> {
  const proof = await tokenOf({
    from: alice,
    to: bob,
    grants: [on('fs/write', `${FILES}/docs`)],
    expiration: NOW + DAY,
    ...grant,
  });
  return tokenOf({
    from: bob,
    to: oracle,
    grants: [on('fs/read', `${FILES}/docs`)],
    proofs: [proof],
    ...use,
  });
}

const invocation = (fields: Partial<Fields> = {}) =>
  tokenOf({ from: alice, to: oracle, grants: [on('fs/read', FILES)], ...fields });

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
    expect(grants[0]?.nb.hidden?.toSorted()).toEqual(expected?.toSorted());
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
    expect(grants[0]?.nb.hidden?.toSorted()).toEqual(['/docs/a', '/docs/b']);
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

describe('whose resource it is', () => {
  const entity = 'did:ixo:entity:abc';
  const documents = (document: Partial<DidDocument>) => ({
    methods: ['ixo'],
    resolve: async (did: string) => (did === entity ? { id: did, ...document } : undefined),
  });

  it('root issuer == namespace owner: an entity’s files are for its controllers', async () => {
    const token = () => invocation({ grants: [on('fs/read', `${FILES}/${entity}/docs`)] });
    const controlled = testVerifier({ documents: documents({ controller: [carol.did, alice.did] }) });
    await expect(controlled.invocation(await token())).resolves.toMatchObject({
      grants: [{ owner: alice.did, with: `${FILES}/${entity}/docs` }],
    });
    for (const document of [{}, { controller: carol.did }, { controller: `${alice.did}x` }]) {
      await expect(
        testVerifier({ documents: documents(document) }).invocation(await token()),
      ).rejects.toThrow(UngrantedUcan);
    }
  });

  it('a chain that is down says so; any other failure of a look-up is no defect of ours', async () => {
    const failing = (error: Error) =>
      testVerifier({ documents: { methods: ['ixo'], resolve: () => Promise.reject(error) } });
    const token = () => invocation({ grants: [on('fs/read', `${FILES}/${entity}`)] });
    const down = new OracleError('unavailable', { detail: 'The chain cannot be reached.' });
    await expect(failing(down).invocation(await token())).rejects.toBe(down);
    await expect(failing(new Error('boom')).invocation(await token())).rejects.toThrow(InvalidUcan);
    const far = invocation({ from: { ...alice, did: 'did:ixo:ixo1alice' } });
    await expect(failing(new Error('boom')).invocation(await far)).rejects.toThrow(InvalidUcan);
  });

  it('root issuer == namespace owner: a DID’s own namespace is its own', async () => {
    const own = await invocation({ grants: [on('fs/read', `${FILES}/${alice.did}`)] });
    await expect(testVerifier().invocation(own)).resolves.toMatchObject({ issuer: alice.did });
    const foreign = await invocation({ grants: [on('fs/read', `${FILES}/${bob.did}`)] });
    await expect(testVerifier().invocation(foreign)).rejects.toThrow(UngrantedUcan);
  });

  it.each<[string, readonly string[], boolean]>([
    ['nobody', [], false],
    ['anybody', ['*'], true],
    ['her', [bob.did, alice.did], true],
    ['others', [bob.did, `${alice.did}x`, 'did:web:*'], false],
    ['her method', ['did:key:*'], true],
  ])('root issuer must be served here: %s', async (_, users, served) => {
    const verifier = testVerifier({ users });
    const own = verifier.invocation(await invocation());
    const passed = verifier.invocation(await delegated({}, {}));
    for (const result of [own, passed]) {
      if (served) await expect(result).resolves.toBeDefined();
      else await expect(result).rejects.toThrow(UngrantedUcan);
    }
    // The oracle's own files are always served, also to those that it lets in.
    const proof = await tokenOf({ from: oracle, to: bob, grants: [on('fs/read', FILES)], expiration: null });
    const guest = await tokenOf({ from: bob, to: oracle, grants: [on('fs/read', FILES)], proofs: [proof] });
    await expect(verifier.invocation(guest)).resolves.toMatchObject({ grants: [{ owner: oracle.did }] });
  });

  it('root issuer must be served here: an entity, or who controls it', async () => {
    const documentsOf = documents({ controller: alice.did });
    const token = () => invocation({ grants: [on('fs/read', `${FILES}/${entity}`)] });
    for (const users of [[entity], [alice.did], ['did:ixo:*']])
      await expect(
        testVerifier({ documents: documentsOf, users }).invocation(await token()),
        users[0],
      ).resolves.toBeDefined();
    for (const users of [[], [bob.did, `${entity}d`]])
      await expect(testVerifier({ documents: documentsOf, users }).invocation(await token())).rejects.toThrow(
        UngrantedUcan,
      );
  });

  it('root issuer == namespace owner: ixo:oracle is the oracle’s', async () => {
    const stranger = await invocation({ grants: [on('oracle/chat', 'ixo:oracle')] });
    await expect(testVerifier().invocation(stranger)).rejects.toThrow(UngrantedUcan);
    const proof = await tokenOf({
      from: oracle,
      to: bob,
      grants: [on('oracle/chat', 'ixo:oracle')],
      expiration: null,
    });
    const token = await tokenOf({
      from: bob,
      to: oracle,
      grants: [on('oracle/chat', 'ixo:oracle')],
      proofs: [proof],
    });
    await expect(testVerifier().invocation(token)).resolves.toMatchObject({
      grants: [{ owner: oracle.did }],
    });
  });

  it('a link with proofs does not speak for itself', async () => {
    const unrelated = await tokenOf({
      from: alice,
      to: bob,
      grants: [on('fs/read', `${FILES}/docs`)],
      expiration: NOW + DAY,
    });
    const token = await tokenOf({
      from: bob,
      to: oracle,
      grants: [on('fs/read', FILES)],
      proofs: [unrelated],
    });
    await expect(testVerifier().invocation(token)).rejects.toThrow(UngrantedUcan);
  });
});

describe('the rules', () => {
  const refused = async (token: string | Promise<string>, words: RegExp, verifier = testVerifier()) => {
    const failed = verifier.invocation(await token);
    await expect(failed).rejects.toThrow(InvalidUcan);
    await expect(failed).rejects.toThrow(words);
  };

  it('audience == this service', async () => {
    await refused(invocation({ to: bob }), /someone else/);
    const web = testVerifier({ self: [oracle.did, 'did:web:oracle.example'] });
    await expect(
      web.invocation(await invocation({ to: { did: 'did:web:oracle.example' } })),
    ).resolves.toBeDefined();
    await refused(invocation({ to: { did: 'did:web:other.example' } }), /someone else/, web);
  });

  it('every proof.audience == its user’s issuer', async () => {
    await refused(delegated({ to: carol }, {}), /someone else/);
    await refused(delegated({ to: oracle }, {}), /someone else/);
  });

  it('the invocation has exactly one capability', async () => {
    await refused(invocation({ grants: [on('fs/read', FILES), on('fs/list', FILES)] }), /exactly one/);
  });

  it('the invocation expires, within 900 seconds', async () => {
    await refused(invocation({ expiration: null }), /too long/);
    await refused(invocation({ expiration: NOW + 901 }), /too long/);
    await expect(
      testVerifier().invocation(await invocation({ expiration: NOW + 900 })),
    ).resolves.toBeDefined();
  });

  it('nothing in the chain has expired', async () => {
    await refused(invocation({ expiration: NOW }), /expired/);
    await refused(delegated({ expiration: NOW }, {}), /expired/);
    await expect(
      testVerifier().invocation(await delegated({ expiration: NOW + 1 }, {})),
    ).resolves.toBeDefined();
    await expect(testVerifier().invocation(await delegated({ expiration: null }, {}))).resolves.toBeDefined();
  });

  it('nothing in the chain is before its time', async () => {
    await refused(invocation({ notBefore: NOW + 1 }), /not valid yet/);
    await refused(delegated({ notBefore: NOW + 1 }, {}), /not valid yet/);
    await expect(testVerifier().invocation(await delegated({ notBefore: NOW }, {}))).resolves.toBeDefined();
  });

  it('other clocks may be off by the skew', async () => {
    const skewed = testVerifier({ skew: 30 });
    await expect(skewed.invocation(await invocation({ expiration: NOW - 29 }))).resolves.toBeDefined();
    await refused(invocation({ expiration: NOW - 30 }), /expired/, skewed);
    await expect(skewed.invocation(await invocation({ notBefore: NOW + 30 }))).resolves.toBeDefined();
    await refused(invocation({ notBefore: NOW + 31 }), /not valid yet/, skewed);
  });

  it('single use', async () => {
    const verifier = testVerifier();
    const token = await invocation();
    await expect(verifier.invocation(token)).resolves.toBeDefined();
    await refused(token, /used before/, verifier);
    await refused(token.replace(/=*$/, ''), /used before/, verifier);
    const next = await invocation({ facts: [{ nonce: '2' }] });
    await expect(verifier.invocation(next)).resolves.toBeDefined();
  });

  it('a token that fails is not used up', async () => {
    const verifier = testVerifier();
    const token = await invocation({ notBefore: NOW + 10 });
    await refused(token, /not valid yet/, verifier);
    verifier.now = NOW + 10;
    await expect(verifier.invocation(token)).resolves.toBeDefined();
  });

  it('no link is revoked, near or far', async () => {
    const first = await tokenOf({
      from: alice,
      to: bob,
      grants: [on('fs/read', FILES)],
      expiration: NOW + DAY,
    });
    const second = await tokenOf({
      from: bob,
      to: carol,
      grants: [on('fs/read', FILES)],
      proofs: [first],
      expiration: NOW + DAY,
    });
    const token = await tokenOf({
      from: carol,
      to: oracle,
      grants: [on('fs/read', FILES)],
      proofs: [second],
    });
    for (const link of [first, second, token]) {
      const verifier = testVerifier();
      verifier.revoked.add(cidOf(link));
      await refused(token, /revoked/, verifier);
    }
    await expect(testVerifier().invocation(token)).resolves.toMatchObject({ grants: [{ owner: alice.did }] });
  });

  it('a signature that was made by another key', async () => {
    const mallory = { did: alice.did, sign: signerNamed('mallory').sign };
    await refused(invocation({ from: mallory }), /signature/);
    await refused(delegated({ from: mallory }, {}), /signature/);
  });

  it('a proof that is only named must be stored here, and counts like one that is brought', async () => {
    const bare = (token: string) => {
      const { root } = readToken(token);
      return writeToken({ root, links: new Map([[root.cid, root]]) });
    };
    const give = (from: Signer, to: Signer, proofs: readonly string[] = []) =>
      tokenOf({ from, to, grants: [on('fs/read', FILES)], proofs, expiration: NOW + DAY });
    const first = await give(alice, bob);
    const second = await give(bob, carol, [first]);
    const token = bare(
      await tokenOf({ from: carol, to: oracle, grants: [on('fs/read', FILES)], proofs: [second] }),
    );
    const verifier = testVerifier();
    await refused(token, /not in the token/, verifier);
    // What is stored may itself only name its proof.
    verifier.stored.set(cidOf(second), bare(second));
    await refused(token, /not in the token/, verifier);
    verifier.stored.set(cidOf(first), first);
    verifier.revoked.add(cidOf(first));
    await refused(token, /revoked/, verifier);
    verifier.revoked.clear();
    await expect(verifier.invocation(token)).resolves.toMatchObject({ grants: [{ owner: alice.did }] });
    // A store that hands out something else does not help.
    const wrong = testVerifier();
    wrong.stored.set(cidOf(second), first);
    await refused(token, /not in the token/, wrong);
  });

  it('a chain of named proofs is held to the same depth and number', async () => {
    const verifier = testVerifier();
    let proofs: readonly string[] = [];
    for (let index = 1; index <= 8; index += 1) {
      const made = await tokenOf({
        from: signerNamed(`person ${index}`),
        to: signerNamed(`person ${index + 1}`),
        grants: [on('fs/read', FILES)],
        proofs,
        expiration: NOW + 60,
      });
      verifier.stored.set(cidOf(made), made);
      proofs = [made];
    }
    const longest = readToken(proofs[0] ?? '').root;
    const one = await signUcan(
      {
        issuer: signerNamed('person 9').did,
        audience: oracle.did,
        capabilities: [on('fs/read', FILES)],
        proofs: [longest.block.cid],
        expiration: NOW + 60,
        facts: [],
      },
      'EdDSA',
      (bytes) => signerNamed('person 9').sign(bytes),
    );
    await refused(writeToken({ root: one, links: new Map([[one.cid, one]]) }), /at most 8 links/, verifier);
    const many = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        tokenOf({
          from: alice,
          to: bob,
          grants: [on('fs/read', FILES)],
          facts: [{ index }],
          expiration: NOW + 60,
        }),
      ),
    );
    for (const each of many) verifier.stored.set(cidOf(each), each);
    const wide = await signUcan(
      {
        issuer: bob.did,
        audience: oracle.did,
        capabilities: [on('fs/read', FILES)],
        proofs: many.map((each) => readToken(each).root.block.cid),
        expiration: NOW + 60,
        facts: [],
      },
      'EdDSA',
      (bytes) => bob.sign(bytes),
    );
    await refused(
      writeToken({ root: wide, links: new Map([[wide.cid, wide]]) }),
      /at most 16 links/,
      verifier,
    );
  });

  it('a delegation that was seen before is judged anew but for its signature', async () => {
    const proof = await tokenOf({
      from: alice,
      to: bob,
      grants: [on('fs/read', FILES)],
      expiration: NOW + 100,
    });
    const use = (index: number, fields: Partial<Fields> = {}) =>
      tokenOf({
        from: bob,
        to: oracle,
        grants: [on('fs/read', FILES)],
        proofs: [proof],
        facts: [{ index }],
        ...fields,
      });
    const verifier = testVerifier();
    for (let index = 0; index < 2; index += 1)
      await expect(verifier.invocation(await use(index))).resolves.toMatchObject({
        grants: [{ owner: alice.did, proofs: [cidOf(proof)] }],
      });
    await refused(use(2, { from: carol }), /someone else/, verifier);
    await expect(verifier.invocation(await use(3, { grants: [on('fs/write', FILES)] }))).rejects.toThrow(
      UngrantedUcan,
    );
    // The same words under another signature are another delegation.
    const mallory = { did: alice.did, sign: signerNamed('mallory').sign };
    const forged = await tokenOf({
      from: mallory,
      to: bob,
      grants: [on('fs/read', FILES)],
      expiration: NOW + 100,
    });
    await refused(use(4, { proofs: [forged] }), /signature/, verifier);
    await refused(use(4, { proofs: [forged] }), /signature/, verifier);
    verifier.revoked.add(cidOf(proof));
    await refused(use(5), /revoked/, verifier);
    verifier.revoked.clear();
    verifier.now = NOW + 100;
    await refused(use(6, { expiration: NOW + 160 }), /expired/, verifier);
  });

  it('at most eight links', async () => {
    const chainOf = async (length: number) => {
      let proofs: readonly string[] = [];
      for (let index = 1; index <= length; index += 1) {
        const last = index === length;
        proofs = [
          await tokenOf({
            from: signerNamed(`person ${index}`),
            to: last ? oracle : signerNamed(`person ${index + 1}`),
            grants: [on('fs/read', FILES)],
            proofs,
          }),
        ];
      }
      return proofs[0] ?? '';
    };
    await expect(testVerifier().invocation(await chainOf(8))).resolves.toMatchObject({
      grants: [{ owner: signerNamed('person 1').did }],
    });
    await refused(chainOf(9), /at most 8 links/);
  });

  it('an issuer of a method that nothing resolves is told so', async () => {
    const token = invocation({ from: { ...alice, did: 'did:ixo:ixo1alice' } });
    await expect(testVerifier().invocation(await token)).rejects.toMatchObject({
      code: 'unauthenticated',
      detail: expect.stringContaining('did:ixo'),
    });
  });
});
