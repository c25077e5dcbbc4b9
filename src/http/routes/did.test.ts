import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf } from '../testing/problem-of.js';
import { startTestApp } from '../testing/test-app.js';
import { headersOf, startUcanApp, type UcanApp } from '../testing/ucan-app.js';

let oracle: UcanApp;
beforeAll(async () => {
  oracle = await startUcanApp();
});
afterAll(() => oracle.close());

describe('the DID document', () => {
  it('names the audience and its key', async () => {
    const response = await oracle.get('/.well-known/did.json');
    expect(response.headers.get('content-type')).toContain('application/did+json');
    expect(await response.json()).toMatchObject({
      id: 'did:web:oracle.example',
      alsoKnownAs: [oracle.self.did],
      verificationMethod: [
        { type: 'Multikey', publicKeyMultibase: oracle.self.did.slice('did:key:'.length) },
      ],
      authentication: ['did:web:oracle.example#key-1'],
    });
  });

  it('is of the did:key without a public origin, and absent without an identity', async () => {
    const plain = await startTestApp();
    const bare = await startTestApp({ identity: false });
    try {
      expect(await (await plain.get('/.well-known/did.json')).json()).toMatchObject({
        id: plain.app.identity?.did,
      });
      expect((await bare.get('/.well-known/did.json')).status).toBe(404);
      const answer = await bare.get('/delegation', undefined, { headers: headersOf('AAAA') });
      expect((await problemOf(answer)).code).toBe('identity_missing');
    } finally {
      await plain.close();
      await bare.close();
    }
  });
});
