import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DidDocument } from '../../plugin/index.js';
import { alice, bob, NOW, on, oracle, testVerifier, tokenOf } from '../ucan/test-tokens.js';
import { keysOfDocument } from './document-keys.js';
import { fetchDocument } from './fetch-document.js';
import { ownDidDocument } from './own-document.js';
import { createDids } from './resolve-did.js';
import { resolvePlainDids } from './resolve-plain-did.js';
import { webDidOf, webDidUrl } from './web-did.js';

const clock = { now: () => NOW * 1000 };
const soon = () => AbortSignal.timeout(2_000);

describe('did:web', () => {
  it.each([
    ['did:web:example.com', 'https://example.com/.well-known/did.json'],
    ['did:web:example.com%3A8443', 'https://example.com:8443/.well-known/did.json'],
    ['did:web:example.com:users:alice', 'https://example.com/users/alice/did.json'],
  ])('%s is at %s', (did, url) => expect(webDidUrl(did, false)?.href).toBe(url));

  it.each([
    'did:web:localhost%3A3000',
    'did:web:127.0.0.1',
    'did:web:10.0.0.1',
    'did:web:2130706433',
    'did:web:0x7f.1',
    'did:web:internal',
    'did:web:example.com:..:secret',
    'did:web:example.com%3A99999',
    'did:web:example.com%3A80%3A81',
    'did:web:user@example.com',
    'did:web:Example.com',
    'did:key:z6Mk',
  ])('%s is nowhere', (did) => expect(webDidUrl(did, false)).toBeUndefined());

  it('names this machine only when told so', () => {
    expect(webDidUrl('did:web:localhost%3A3000', true)?.href).toBe(
      'http://localhost:3000/.well-known/did.json',
    );
    expect(webDidUrl('did:web:10.0.0.1', true)).toBeUndefined();
  });

  it('is the origin’s', () => {
    expect(webDidOf('https://oracle.example')).toBe('did:web:oracle.example');
    expect(webDidOf('http://localhost:3000')).toBe('did:web:localhost%3A3000');
  });
});

describe('documents over the wire', () => {
  let server: Server;
  let listener: RequestListener = (_, response) => void response.end();
  let did = '';
  let requests = 0;
  beforeEach(async () => {
    requests = 0;
    server = createServer((request, response) => {
      requests += 1;
      listener(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    did = `did:web:127.0.0.1%3A${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const serve = (document: unknown) => {
    listener = (_, response) => void response.end(JSON.stringify(document));
  };
  const serveStatus = (status: number) => {
    listener = (_, response) => void response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end();
  };
  const asWeb = (id: string, signer: { readonly did: string }): DidDocument => ({
    ...(ownDidDocument(signer.did, undefined) as unknown as DidDocument),
    id,
  });
  const tokenOfWeb = () =>
    tokenOf({ from: { ...alice, did }, to: oracle, grants: [on('fs/read', 'ixo:filesystem')] });

  it('give the keys that sign for their DID, which are asked for once', async () => {
    serve(asWeb(did, alice));
    const verifier = testVerifier({ local: true });
    await expect(verifier.invocation(await tokenOfWeb())).resolves.toMatchObject({ issuer: did });
    const again = await tokenOf({
      from: { ...alice, did },
      to: oracle,
      grants: [on('fs/read', 'ixo:filesystem')],
      facts: [{ nonce: '2' }],
    });
    await expect(verifier.invocation(again)).resolves.toMatchObject({ issuer: did });
    expect(requests).toBe(1);
  });

  it('are not asked for unless local ones are allowed', async () => {
    serve(asWeb(did, alice));
    await expect(testVerifier().invocation(await tokenOfWeb())).rejects.toThrow(/signature/);
    expect(requests).toBe(0);
  });

  it.each<[string, () => void]>([
    ['of another DID', () => serve(asWeb('did:web:example.com', alice))],
    ['with another key', () => serve(asWeb(did, bob))],
    [
      'with no relationship for the key',
      () =>
        serve({
          ...asWeb(did, alice),
          authentication: [],
          assertionMethod: [],
          capabilityInvocation: [],
          capabilityDelegation: [],
        }),
    ],
    [
      'that is no JSON',
      () => {
        listener = (_, response) => void response.end('<html>');
      },
    ],
    ['that is no object', () => serve(null)],
    ['with nonsense for lists', () => serve({ id: did, verificationMethod: 'x', authentication: { a: 1 } })],
    [
      'that is not there',
      () => {
        listener = (_, response) => void response.writeHead(404).end();
      },
    ],
    [
      'that is elsewhere',
      () => {
        listener = (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
      },
    ],
    ['too large', () => serve({ ...asWeb(did, alice), padding: 'x'.repeat(70_000) })],
    [
      'that ends too early',
      () => {
        listener = (_, response) => {
          response.writeHead(200, { 'Content-Length': 1000 });
          response.write('{');
          response.destroy();
        };
      },
    ],
  ])('a document %s gives none', async (_, prepare) => {
    prepare();
    await expect(testVerifier({ local: true }).invocation(await tokenOfWeb())).rejects.toThrow(/signature/);
    expect(requests).toBe(1);
  });

  it('that never come are given up', async () => {
    listener = () => undefined;
    const url = webDidUrl(did, true);
    if (url === undefined) throw new Error('no URL');
    await expect(fetchDocument(url, AbortSignal.timeout(50))).rejects.toThrow();
  });

  it('are not fetched over TLS from an address that is not public', async () => {
    const { port } = server.address() as AddressInfo;
    await expect(fetchDocument(new URL(`https://localhost:${port}/`), soon())).rejects.toThrow(
      /public address/,
    );
    expect(requests).toBe(0);
  });

  describe('for plugins', () => {
    const resolver = (options: object = {}) =>
      resolvePlainDids({
        clock,
        local: true,
        did: oracle.did,
        publicUrl: undefined,
        timeoutMs: 300,
        ...options,
      });
    const serveNothing = () => {
      listener = () => undefined;
    };
    const serveHalf = () => {
      listener = (_, response) => void response.write('{"id":');
    };

    it('of more than 64 KiB are refused as that', async () => {
      serve({ ...asWeb(did, alice), padding: 'x'.repeat(70_000) });
      await expect(resolver()(did, soon())).rejects.toMatchObject({
        detail: expect.stringContaining('is too large: at most 64 KiB are read'),
      });
    });

    it('of an Ed25519 key hold the key for encryption that follows from it', async () => {
      const key = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK';
      // The pair of keys of the did:key method's own example.
      const agreement = 'z6LSj72tK8brWgZja8NLRwPigth2T9QRiG1uH9oKZuKjdh9p';
      const document = await resolver()(key, soon());
      expect(document).toMatchObject({ keyAgreement: [`${key}#${agreement}`] });
      expect(document.verificationMethod).toContainEqual({
        id: `${key}#${agreement}`,
        type: 'Multikey',
        controller: key,
        publicKeyMultibase: agreement,
      });
      // It signs nothing.
      expect(keysOfDocument(document).map(({ kind }) => kind)).toEqual(['ed25519']);
    });

    it.each([
      ['X25519', 'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc'],
      ['P-384', 'did:key:z82Lm1MpAkeJcix9K8TMiLd5NMAhnwkjjCBeWHXyu3U4oT2MVJJKXkcVBgjGhnLBn2Kaau9'],
    ])('do not come of a key on %s, which is no fault of the DID', (_, key) =>
      expect(resolver()(key, soon())).rejects.toMatchObject({ code: 'not_supported', status: 501 }),
    );

    it('come with what else they say, and are asked for once', async () => {
      serve({
        ...asWeb(did, alice),
        service: [{ id: '#a', type: 'Any', serviceEndpoint: 'https://a.example' }],
      });
      const resolve = resolver();
      const both = await Promise.all([resolve(did, soon()), resolve(did, soon())]);
      expect(both[0]).toMatchObject({ id: did, service: [{ type: 'Any' }] });
      expect(both[1]).toBe(both[0]);
      expect(requests).toBe(1);
    });

    it.each<[string, string, () => void]>([
      ['not_found', 'is not there', () => serveStatus(404)],
      ['upstream_failed', 'answers with a fault', () => serveStatus(500)],
      ['upstream_failed', 'redirects', () => serveStatus(302)],
      ['upstream_failed', 'is another’s', () => serve(asWeb('did:web:example.com', alice))],
      ['upstream_timeout', 'never comes', () => serveNothing()],
      ['upstream_timeout', 'stops in the middle', () => serveHalf()],
      ['upstream_failed', 'is too large', () => serve({ ...asWeb(did, alice), padding: 'x'.repeat(70_000) })],
      [
        'upstream_failed',
        'is no JSON',
        () => {
          listener = (_, response) => void response.end('<html>');
        },
      ],
    ])('say %s when the document %s', async (code, _, prepare) => {
      prepare();
      await expect(resolver()(did, soon())).rejects.toMatchObject({ code });
    });

    it('go on for the others when one who waits gives up', async () => {
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        listener = (_, response) => {
          answer = () => void response.end(JSON.stringify(asWeb(did, alice)));
          resolve();
        };
      });
      const resolve = resolver();
      const impatient = new AbortController();
      const first = resolve(did, impatient.signal);
      const second = resolve(did, soon());
      await asked;
      impatient.abort(new Error('enough'));
      await expect(first).rejects.toThrow('enough');
      answer();
      await expect(second).resolves.toMatchObject({ id: did });
    });

    it('never come from this machine unless that is allowed, nor from an address', async () => {
      for (const far of [did, 'did:web:10.0.0.1', 'did:web:localhost', 'did:web:example.com:..'])
        await expect(resolver({ local: false })(far, soon())).rejects.toMatchObject({
          code: 'invalid_request',
        });
      expect(requests).toBe(0);
    });

    it('are made of the key for did:key, and at hand for this oracle’s own did:web', async () => {
      await expect(resolver()(alice.did, soon())).resolves.toMatchObject({
        id: alice.did,
        verificationMethod: [
          { type: 'Multikey', publicKeyMultibase: alice.did.slice('did:key:'.length) },
          { type: 'Multikey', publicKeyMultibase: expect.stringMatching(/^z6LS/) },
        ],
      });
      const own = resolver({ publicUrl: 'https://oracle.example' });
      await expect(own('did:web:oracle.example', soon())).resolves.toMatchObject({
        alsoKnownAs: [oracle.did],
      });
      for (const bad of ['did:key:', 'did:key:z6Mk', 'did:key:zzzz', 'did:ixo:abc'])
        await expect(own(bad, soon())).rejects.toMatchObject({ code: 'invalid_request' });
    });
  });

  it('are not asked for by a chain that grants nothing, or that holds a forged link', async () => {
    serve(asWeb(did, alice));
    await expect(testVerifier({ local: true, users: [] }).invocation(await tokenOfWeb())).rejects.toThrow(
      /looked up/,
    );
    const forged = await tokenOf({
      from: { did: bob.did, sign: alice.sign },
      to: { did },
      grants: [on('fs/read', 'ixo:filesystem')],
    });
    const passed = (grant: string, proof: string) =>
      tokenOf({
        from: { ...alice, did },
        to: oracle,
        grants: [on(grant, 'ixo:filesystem')],
        proofs: [proof],
      });
    const verifier = testVerifier({ local: true });
    await expect(verifier.invocation(await passed('fs/read', forged))).rejects.toThrow(/signature/);
    const genuine = await tokenOf({ from: bob, to: { did }, grants: [on('fs/read', 'ixo:filesystem')] });
    await expect(verifier.invocation(await passed('fs/write', genuine))).rejects.toThrow(/looked up/);
    expect(requests).toBe(0);
    await expect(verifier.invocation(await passed('fs/read', genuine))).resolves.toMatchObject({
      grants: [{ owner: bob.did }],
    });
    expect(requests).toBe(1);
  });

  it('of many hosts are not asked for by one token', async () => {
    serve(asWeb(did, alice));
    let proofs: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const path = `${did}:${index}`;
      const next = index === 4 ? oracle.did : `${did}:${index + 1}`;
      listener = (request, response) => {
        const name = /\/(\d)\/did\.json/.exec(request.url ?? '')?.[1];
        response.end(JSON.stringify(asWeb(`${did}:${name}`, alice)));
      };
      proofs = [
        await tokenOf({
          from: { ...alice, did: path },
          to: { did: next },
          grants: [on('fs/read', 'ixo:filesystem')],
          proofs,
        }),
      ];
    }
    await expect(testVerifier({ local: true }).invocation(proofs[0] ?? '')).rejects.toThrow(/too many/);
    expect(requests).toBe(0);
  });
});

describe('keys of a document', () => {
  const id = 'did:ixo:ixo1abc';
  const method = (fields: object) => [{ id: '#1', type: 'Multikey', controller: id, ...fields }];
  const keysOf = (fields: object, relationship: object = { authentication: ['#1'] }) =>
    keysOfDocument({ id, verificationMethod: method(fields), ...relationship } as DidDocument).map(
      ({ kind, bytes }) => `${kind} ${Buffer.from(bytes).toString('hex')}`,
    );
  // Coordinates of the curves' generators (SEC 2, sections 2.4.1 and 2.4.2).
  const gx = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const gy = '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
  const px = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
  const py = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
  const b64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

  it.each([
    [
      'a hex multibase of a typed key',
      { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyMultibase: `F02${gx}` },
      `secp256k1 02${gx}`,
    ],
    ['hex', { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyHex: `02${gx}` }, `secp256k1 02${gx}`],
    [
      'a JWK on secp256k1',
      { publicKeyJwk: { kty: 'EC', crv: 'secp256k1', x: b64(gx), y: b64(gy) } },
      `secp256k1 02${gx}`,
    ],
    ['a JWK on P-256', { publicKeyJwk: { kty: 'EC', crv: 'P-256', x: b64(px), y: b64(py) } }, `p256 03${px}`],
    ['a JWK on Ed25519', { publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x: b64(gx) } }, `ed25519 ${gx}`],
    [
      'base58',
      { type: 'Ed25519VerificationKey2018', publicKeyBase58: '11111111111111111111111111111111' },
      `ed25519 ${'00'.repeat(32)}`,
    ],
  ])('%s', (_, fields, key) => expect(keysOf(fields)).toEqual([key]));

  it.each([
    ['a kind that is unknown', { publicKeyMultibase: 'z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc' }],
    ['a wrong length', { type: 'Ed25519VerificationKey2018', publicKeyBase58: '1111' }],
    ['no base58', { publicKeyMultibase: 'z0OIl' }],
    ['no key', {}],
    ['a JWK of RSA', { publicKeyJwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }],
  ])('not %s', (_, fields) => expect(keysOf(fields)).toEqual([]));

  it('count only when they may sign', () => {
    const fields = { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyHex: `02${gx}` };
    expect(keysOf(fields, {})).toEqual([]);
    expect(keysOf(fields, { keyAgreement: ['#1'] })).toEqual([]);
    expect(keysOf(fields, { capabilityInvocation: [`${id}#1`], authentication: ['#1'] })).toHaveLength(1);
    expect(keysOf({}, { assertionMethod: method(fields) })).toHaveLength(1);
  });
});

describe('other methods', () => {
  const methods = ['ixo'];
  const documents = (id: string) => ({
    methods,
    resolve: async () => ({ ...ownDidDocument(alice.did, undefined), id }) as unknown as DidDocument,
  });
  const did = 'did:ixo:ixo1abc';

  it('are resolved by the plugin that provides documents', async () => {
    const token = () =>
      tokenOf({ from: { ...alice, did }, to: oracle, grants: [on('fs/read', 'ixo:filesystem')] });
    await expect(
      testVerifier({ documents: documents(did) }).invocation(await token()),
    ).resolves.toMatchObject({
      issuer: did,
    });
    await expect(
      testVerifier({ documents: documents('did:ixo:other') }).invocation(await token()),
    ).rejects.toThrow(/signature/);
    await expect(
      testVerifier({ documents: { methods, resolve: async () => undefined } }).invocation(await token()),
    ).rejects.toThrow(/signature/);
  });

  it('have no document of our making', async () => {
    const dids = createDids({ clock, own: new Map(), local: false, documents: () => undefined });
    expect(await dids.keys('did:key:nonsense', soon)).toEqual([]);
    expect(await dids.controllers(alice.did, soon)).toEqual([]);
    await expect(dids.keys(did, soon)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
