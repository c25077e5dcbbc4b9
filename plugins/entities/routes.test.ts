import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import gateway from '../gateway/index.js';
import { type FixtureChain, startFixtureChain } from '../gateway/testing/fixture-chain.js';
import { resolutionSchema } from './dids/resolution-schema.js';
import { entitySchema } from './entity/entity-schema.js';
import entities from './index.js';

const start = (env: Readonly<Record<string, string>>) =>
  startTestOracle({ plugins: [gateway, entities], env });

const KEY = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK';
let chain: FixtureChain;
let app: TestOracle;
let web: Server;
let webDid: string;

beforeAll(async () => {
  chain = await startFixtureChain();
  const [template] = chain.state.documents;
  chain.state.documents.push({
    ...template,
    id: 'did:ixo:ixo1gone',
    metadata: { versionId: 'v9', created: '2024-01-01T00:00:00Z', deactivated: true },
  });
  web = createServer((request, response) => {
    const path = request.url === '/.well-known/did.json' ? '' : ':other';
    if (request.url === '/absent/did.json') return void response.writeHead(404).end();
    if (request.url === '/broken/did.json') return void response.end('<html>');
    response.end(JSON.stringify({ id: `${webDid}${path}`, controller: 'did:x:owner' }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  webDid = `did:web:127.0.0.1%3A${(web.address() as AddressInfo).port}`;
  app = await start({ CHAIN_GRPC_URL: chain.url, DID_WEB_LOCAL: 'true' });
});
afterAll(async () => {
  await app.close();
  await chain.close();
  web.close();
});

describe('GET /dids/:did', () => {
  it('is a resolution result', async () => {
    const { status, headers, json: body } = await app.anyone.get('/dids/did:ixo:entity:abc');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/did-resolution');
    expect(headers.get('vary')).toContain('Accept');
    expect(body).toEqual({
      '@context': 'https://w3id.org/did-resolution/v1',
      didDocument: {
        '@context': ['https://www.w3.org/ns/did/v1', { ixo: 'https://w3id.org/ixo/v1' }],
        id: 'did:ixo:entity:abc',
        controller: ['did:x:zQ3shOwner'],
        verificationMethod: [
          {
            id: 'did:ixo:entity:abc#key-1',
            type: 'Ed25519VerificationKey2020',
            controller: 'did:ixo:entity:abc',
            publicKeyMultibase: 'z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
          },
        ],
        authentication: ['did:ixo:entity:abc#key-1'],
        service: [
          {
            id: 'did:ixo:entity:abc#api',
            type: 'oracleService',
            serviceEndpoint: 'https://oracle.example.org',
          },
        ],
      },
      didResolutionMetadata: { contentType: 'application/did+json' },
      didDocumentMetadata: {
        versionId: 'v1',
        created: '2024-01-01T00:00:00Z',
        updated: '2024-06-01T12:30:00Z',
      },
    });
  });

  it.each([
    ['application/did+json', 'application/did+json'],
    ['application/did+ld+json', 'application/did+ld+json'],
    ['application/did', 'application/did'],
  ])('is the document alone for %s', async (accept, type) => {
    const {
      status,
      headers,
      json: body,
    } = await app.anyone.get('/dids/did:ixo:entity:abc', { Accept: accept });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(body).toMatchObject({ id: 'did:ixo:entity:abc', controller: ['did:x:zQ3shOwner'] });
  });

  it.each([
    ['did%3Aixo%3Aentity%3Aabc', 'did:ixo:entity:abc'],
    ['did:ixo:entity:abc?x=1', 'did:ixo:entity:abc'],
    [KEY, KEY],
  ])('takes %s', async (path, id) => {
    const { status, json: body } = await app.anyone.get(`/dids/${path}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ didDocument: { id } });
  });

  it('takes a did:web with a port as it is, and encoded once', async () => {
    for (const path of [webDid, encodeURIComponent(webDid), webDid.replace('%', '%25')]) {
      const { status, json: body } = await app.anyone.get(`/dids/${path}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ didDocument: { id: webDid } });
    }
  });

  it.each([
    ['did:ixo:entity:nobody', 404, 'notFound', 'NOT_FOUND', /The chain has no did:ixo:entity:nobody/],
    ['hello', 400, 'invalidDid', 'INVALID_DID', /"hello" is no DID/],
    ['did:ixo:entity:abc%23key-1', 400, 'invalidDid', 'INVALID_DID', /DID URL/],
    ['%zz', 400, 'invalidDid', 'INVALID_DID', /is no DID/],
    ['did:key:zNonsense', 400, 'invalidDid', 'INVALID_DID', /is no did:key/],
    [
      'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc',
      501,
      'unsupportedPublicKeyType',
      'UNSUPPORTED_PUBLIC_KEY_TYPE',
      /on X25519 are not supported/,
    ],
    [
      'did:key:z82Lm1MpAkeJcix9K8TMiLd5NMAhnwkjjCBeWHXyu3U4oT2MVJJKXkcVBgjGhnLBn2Kaau9',
      501,
      'unsupportedPublicKeyType',
      'UNSUPPORTED_PUBLIC_KEY_TYPE',
      /on P-384 are not supported/,
    ],
    ['did:web:10.0.0.1', 400, 'invalidDid', 'INVALID_DID', /public host/],
    ['did:web:169.254.169.254', 400, 'invalidDid', 'INVALID_DID', /public host/],
    [
      'did:example:123',
      501,
      'methodNotSupported',
      'METHOD_NOT_SUPPORTED',
      /did:example is not resolved here/,
    ],
  ])('%s is %i %s', async (did, status, error, type, words) => {
    const answer = await app.anyone.get(`/dids/${did}`, { Accept: 'application/did+json' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/did-resolution');
    expect(answer.json).toEqual({
      '@context': 'https://w3id.org/did-resolution/v1',
      didDocument: null,
      didResolutionMetadata: {
        error,
        problemDetails: {
          type: `https://www.w3.org/ns/did#${type}`,
          title: expect.any(String),
          detail: expect.stringMatching(words),
        },
      },
      didDocumentMetadata: {},
    });
  });

  it('is 410 with what is known for a DID that was deactivated', async () => {
    const { status, json: body } = await app.anyone.get('/dids/did:ixo:ixo1gone', {
      Accept: 'application/did+json',
    });
    expect(status).toBe(410);
    expect(body).toEqual({
      '@context': 'https://w3id.org/did-resolution/v1',
      didDocument: null,
      didResolutionMetadata: {},
      didDocumentMetadata: { versionId: 'v9', created: '2024-01-01T00:00:00Z', deactivated: true },
    });
  });

  it('is 406 for what is no form of a DID document', async () => {
    const { status, json: body } = await app.anyone.get('/dids/did:ixo:entity:abc', { Accept: 'text/html' });
    expect(status).toBe(406);
    expect(body).toMatchObject({ didResolutionMetadata: { error: 'representationNotSupported' } });
  });

  it('says what is wrong with the host of a did:web', async () => {
    expect(await app.anyone.get(`/dids/${webDid}:absent`)).toMatchObject({ status: 404 });
    expect(await app.anyone.get(`/dids/${webDid}:broken`)).toMatchObject({
      status: 502,
      json: { code: 'upstream_failed', detail: expect.stringContaining('no JSON') },
    });
    expect(await app.anyone.get(`/dids/${webDid}:of-another`)).toMatchObject({
      status: 502,
      json: { detail: expect.stringContaining('is not the document of') },
    });
  });
});

describe('GET /entities/:id', () => {
  it('has the record, the document, the verification, the metadata and who controls it', async () => {
    const { status, json: body } = await app.anyone.get('/entities/did:ixo:entity:abc');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'did:ixo:entity:abc',
      type: 'project/carbon',
      status: 0,
      verified: true,
      deactivated: false,
      controllers: [{ did: 'did:x:zQ3shOwner', state: 'no-document' }],
      relayerNode: 'did:ixo:entity:relayer',
      credentials: [],
      accounts: [{ name: 'admin', address: 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx' }],
      metadata: {
        versionId: 'v1',
        created: '2024-01-01T00:00:00Z',
        updated: '2024-06-01T12:30:00.500Z',
        startDate: '2024-01-01T00:00:00Z',
      },
      document: expect.objectContaining({ id: 'did:ixo:entity:abc', controller: ['did:x:zQ3shOwner'] }),
    });
  });

  it.each([
    ['did:ixo:entity:nobody', 404, 'not_found'],
    ['abc', 400, 'invalid_request'],
    ['did%3Aixo%3Aentity%3Aabc%2Fx', 400, 'invalid_request'],
  ])('%s is %i', async (id, status, code) => {
    const answer = await app.anyone.get(`/entities/${id}`);
    expect(answer).toMatchObject({ status, json: { code, status } });
  });

  it('takes an encoded DID', async () => {
    expect(await app.anyone.get('/entities/did%3Aixo%3Aentity%3Aoracle')).toMatchObject({
      status: 200,
      json: { id: 'did:ixo:entity:oracle' },
    });
  });
});

it('answers what the API document says, no less and no more', async () => {
  const { status, json: body } = await app.anyone.get('/openapi.json');
  expect(status).toBe(200);
  expect(Object.keys(body['paths'] ?? {})).toEqual(expect.arrayContaining(['/entities/{id}', '/dids/{did}']));
  entitySchema.strict().parse((await app.anyone.get('/entities/did:ixo:entity:abc')).json);
  for (const did of ['did:ixo:entity:abc', 'did:ixo:ixo1gone', 'did:ixo:nobody', 'hello'])
    resolutionSchema.strict().parse((await app.anyone.get(`/dids/${did}`)).json);
});

describe('without a chain', () => {
  let bare: TestOracle;
  beforeAll(async () => {
    bare = await start({ GATEWAY_AUTH: 'public' });
  });
  afterAll(() => bare.close());

  it('the plugin is loaded, and DIDs that need none resolve', async () => {
    const { json: body } = await bare.anyone.get('/health/plugins');
    expect(JSON.stringify(body)).toContain('no chain is configured (CHAIN_GRPC_URL)');
    expect(bare.app.report().map(({ name, state }) => `${name} ${state}`)).toContain('entities loaded');
    expect(await bare.anyone.get(`/dids/${KEY}`)).toMatchObject({
      status: 200,
      json: { didDocument: { id: KEY } },
    });
  });

  it('the others say what is missing', async () => {
    expect(await bare.anyone.get('/dids/did:ixo:entity:abc')).toMatchObject({
      status: 501,
      json: {
        didResolutionMetadata: {
          error: 'methodNotSupported',
          problemDetails: { detail: expect.stringContaining('CHAIN_GRPC_URL') },
        },
      },
    });
    expect(await bare.anyone.get('/entities/did:ixo:entity:abc')).toMatchObject({
      status: 503,
      json: { code: 'unavailable', detail: expect.stringContaining('CHAIN_GRPC_URL') },
    });
  });
});

describe('a chain that is away', () => {
  it('is 503 with a time to come back, for DIDs and entities; did:key still resolves', async () => {
    const gone = await startFixtureChain();
    await gone.close();
    const lonely = await start({ CHAIN_GRPC_URL: gone.url });
    try {
      for (const path of ['/dids/did:ixo:entity:abc', '/entities/did:ixo:entity:abc']) {
        const answer = await lonely.anyone.get(path);
        expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      expect(await lonely.anyone.get(`/dids/${KEY}`)).toMatchObject({ status: 200 });
    } finally {
      await lonely.close();
    }
  });
});

describe('GATEWAY_AUTH', () => {
  it.each([
    ['api-key', []],
    ['ucan', ['gateway/query']],
  ])('gates it as it gates the gateway: %s', async (auth, scopes) => {
    const gated = await start({ GATEWAY_AUTH: auth, CHAIN_GRPC_URL: chain.url });
    try {
      const { secret } = await gated.app.store.apiKeys.create({ name: 'reader', scopes });
      const known = { Authorization: `Bearer ${secret}` };
      for (const path of [`/dids/${KEY}`, '/entities/did:ixo:entity:abc']) {
        expect(await gated.anyone.get(path)).toMatchObject({ status: 401 });
        expect(await gated.anyone.get(path, known)).toMatchObject({ status: 200 });
      }
    } finally {
      await gated.close();
    }
  });
});

it('answers whatever it is asked', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'did:',
      'ixo:',
      'web:',
      'key:',
      'entity:',
      '%',
      '%3A',
      '%2F',
      '%00',
      '..',
      'abc',
      '#',
      '🜁',
      '"',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const path = fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((parts) => encodeURI(parts.join('').toWellFormed()))
    // `fetch` itself leads `..` away from the route.
    .filter((text) => new URL(`/dids/${text}`, 'http://oracle').pathname.startsWith('/dids/'));
  const accept = fc.constantFrom('*/*', 'application/did+json', 'text/html', ';;q=x,,', 'application/*;q=0');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('/dids/', '/entities/'), path, accept, async (route, text, Accept) => {
      const { status, json } = await app.anyone.get(route + text, { Accept });
      expect([200, 400, 404, 406, 501]).toContain(status);
      expect(json).toBeTypeOf('object');
    }),
    { numRuns: 60 },
  );
});
