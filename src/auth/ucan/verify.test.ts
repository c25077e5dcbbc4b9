import { describe, expect, it } from 'vitest';
import { person } from '../../testing/person.js';
import {
  alice,
  bob,
  carol,
  cidOf,
  DAY,
  delegated,
  FILES,
  type Fields,
  invocation,
  NOW,
  on,
  oracle,
  testVerifier,
  tokenOf,
} from './test-tokens.js';
import { InvalidUcan, UngrantedUcan } from './verify.js';

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
    const mallory = { did: alice.did, sign: person('mallory').sign };
    await refused(invocation({ from: mallory }), /signature/);
    await refused(delegated({ from: mallory }, {}), /signature/);
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
    const mallory = { did: alice.did, sign: person('mallory').sign };
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
            from: person(`person ${index}`),
            to: last ? oracle : person(`person ${index + 1}`),
            grants: [on('fs/read', FILES)],
            proofs,
          }),
        ];
      }
      return proofs[0] ?? '';
    };
    await expect(testVerifier().invocation(await chainOf(8))).resolves.toMatchObject({
      grants: [{ owner: person('person 1').did }],
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
