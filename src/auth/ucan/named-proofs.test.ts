import { describe, expect, it } from 'vitest';
import type { Signer } from '../../plugin/index.js';
import { person } from '../../testing/person.js';
import {
  alice,
  bob,
  carol,
  cidOf,
  DAY,
  FILES,
  NOW,
  on,
  oracle,
  testVerifier,
  tokenOf,
} from './test-tokens.js';
import { readToken, writeToken } from './token.js';
import { signUcan } from './ucan.js';
import { InvalidUcan } from './verify.js';

describe('proofs that a token only names', () => {
  const refused = async (token: string | Promise<string>, words: RegExp, verifier = testVerifier()) => {
    const failed = verifier.invocation(await token);
    await expect(failed).rejects.toThrow(InvalidUcan);
    await expect(failed).rejects.toThrow(words);
  };

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
        from: person(`person ${index}`),
        to: person(`person ${index + 1}`),
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
        issuer: person('person 9').did,
        audience: oracle.did,
        capabilities: [on('fs/read', FILES)],
        proofs: [longest.block.cid],
        expiration: NOW + 60,
        facts: [],
      },
      'EdDSA',
      (bytes) => person('person 9').sign(bytes),
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
});
