import { randomBytes, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintLoginCode, sessionCookieName } from '../../auth/index.js';
import { SoftAuthenticator, type Twist } from '../testing/soft-authenticator.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
const origin = 'https://oracle.example';
/** The owner's token. */
let owner: string;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true', PUBLIC_URL: origin } });
  owner = await login();
});
afterAll(() => app.close());

async function login(): Promise<string> {
  if (app.app.identity === undefined) throw new Error('no identity');
  return redeem(await mintLoginCode(app.app.identity, { clock: app.clock }));
}

async function redeem(code: string): Promise<string> {
  const response = await app.post('/auth/session', undefined, { code });
  return ((await response.json()) as { token: string }).token;
}

type Offer = { challenge: string } & Record<string, unknown>;

async function offer(token = owner): Promise<Offer> {
  const response = await app.post('/auth/passkeys/offer', token, undefined);
  expect(response.status).toBe(200);
  return (await response.json()) as Offer;
}

async function signInOffer(): Promise<Offer> {
  return (await (await app.post('/auth/session/offer', undefined, undefined)).json()) as Offer;
}

async function made(token = owner, name = 'Phone'): Promise<SoftAuthenticator> {
  const device = new SoftAuthenticator(origin);
  const response = await app.post('/auth/passkeys', token, { name, ...device.register(await offer(token)) });
  expect(response.status).toBe(201);
  return device;
}

/** Each from its own address, so that refusals of one test stay out of the way of another. */
let address = 0;
function signIn(body: unknown) {
  address += 1;
  const headers = { 'X-Forwarded-For': `198.51.${address >> 8}.${address & 255}` };
  return app.post('/auth/session/passkey', undefined, body, { headers });
}
const statusOf = async (body: unknown) => (await signIn(body)).status;

interface Devices {
  readonly passkeys: readonly { id: string; name: string; lastUsedAt: string | null }[];
  readonly passkeysAt: string | null;
}
const devices = async (token = owner) => (await (await app.get('/auth/devices', token)).json()) as Devices;

describe('a passkey', () => {
  it('is made by the owner, signs the owner in, and is listed with its last use', async () => {
    const asked = await offer();
    expect(asked).toMatchObject({
      rp: { id: 'oracle.example', name: 'tester' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const device = await made();
    const listed = (await devices()).passkeys.find(({ id }) => id === device.credentialId);
    expect(listed).toMatchObject({ name: 'Phone', synced: false, lastUsedAt: null });
    expect((await devices()).passkeysAt).toBe(origin);
    const response = await signIn(device.signIn(await signInOffer()));
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(
      /^oracle_session_[\da-f]{8}=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=[1-9]\d*(; Secure)?$/,
    );
    const { token } = (await response.json()) as { token: string };
    expect(await (await app.get('/auth/session', token)).json()).toMatchObject({
      kind: 'owner',
      scopes: ['*'],
    });
    const used = (await devices()).passkeys.find(({ id }) => id === device.credentialId);
    expect(used).toMatchObject({
      lastUsedAt: expect.any(String),
      lastUsedFrom: expect.stringMatching(/^198\.51\./),
    });
    // The next offer names it, so that the device does not make a second one.
    expect((await offer())['excludeCredentials']).toContainEqual({
      type: 'public-key',
      id: device.credentialId,
    });
  });

  it('leaves a trail: made, used, ended', async () => {
    const device = await made(owner, 'Audited');
    await signIn(device.signIn(await signInOffer()));
    await app.get(`/auth/passkeys/${device.credentialId}`, owner, { method: 'DELETE' });
    const { entries } = (await (await app.get('/audit?limit=5', owner)).json()) as {
      entries: { action: string; details: Record<string, string> }[];
    };
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'passkey.remove', details: { name: 'Audited' } },
      { action: 'login', details: { passkey: 'Audited', from: expect.stringMatching(/^198\.51\./) } },
      { action: 'passkey.add', details: { name: 'Audited' } },
    ]);
  });

  it('ends at once when it is removed, with the sessions that it opened and no others', async () => {
    const device = await made();
    const { token } = (await (await signIn(device.signIn(await signInOffer()))).json()) as { token: string };
    const path = `/auth/passkeys/${device.credentialId}`;
    expect((await app.get(path, token, { method: 'DELETE' })).status).toBe(204);
    expect((await app.get('/auth/session', token)).status).toBe(401);
    expect((await app.get('/auth/session', owner)).status).toBe(200);
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(401);
    expect((await app.get(path, owner, { method: 'DELETE' })).status).toBe(404);
  });

  it('of a person signs in that person, nobody else sees it, and it ends with them', async () => {
    const invited = await app.post('/people', owner, { name: 'Ada', scopes: ['chat'] });
    const { link, did } = (await invited.json()) as { link: string; did: string };
    const ada = await redeem(link.replace(/^.*#login=/, ''));
    const device = await made(ada, 'Ada’s phone');
    expect((await devices(ada)).passkeys).toHaveLength(1);
    expect((await devices()).passkeys.map(({ id }) => id)).not.toContain(device.credentialId);
    const path = `/auth/passkeys/${device.credentialId}`;
    expect((await app.get(path, owner, { method: 'DELETE' })).status).toBe(404);
    const signed = (await (await signIn(device.signIn(await signInOffer()))).json()) as { token: string };
    expect(await (await app.get('/auth/session', signed.token)).json()).toMatchObject({
      kind: 'person',
      did,
    });
    await app.get(`/people/${did}`, owner, { method: 'DELETE' });
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(401);
  });

  it('is for who is signed in: no key and nobody else makes, sees or ends one', async () => {
    const device = await made();
    for (const [token, status] of [
      [await app.key('*'), 403],
      [await app.key('admin'), 403],
      [undefined, 401],
    ] as const) {
      expect((await app.post('/auth/passkeys/offer', token, undefined)).status).toBe(status);
      expect((await app.get('/auth/devices', token)).status).toBe(status);
      expect((await app.post('/auth/devices/link', token, undefined)).status).toBe(status);
      const body = { name: 'x', ...new SoftAuthenticator(origin).register(await offer()) };
      expect((await app.post('/auth/passkeys', token, body)).status).toBe(status);
      const path = `/auth/passkeys/${device.credentialId}`;
      expect((await app.get(path, token, { method: 'DELETE' })).status).toBe(status);
    }
  });
});

describe('signing in by what is not a passkey', () => {
  let device: SoftAuthenticator;
  beforeAll(async () => {
    device = await made(owner, 'Attacked');
  });

  const TWISTS: readonly (readonly [string, Twist])[] = [
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['on a page of another port', { origin: 'http://localhost:1' }],
    ['at the address in digits', { origin: 'http://127.0.0.1' }],
    ['within another page', { client: { crossOrigin: true } }],
    ['within a page that is named', { client: { topOrigin: 'https://evil.example' } }],
    ['for another name', { rpId: 'evil.example' }],
    ['for the purpose of making one', { type: 'webauthn.create' }],
    ['without the person being verified', { flags: 0x01 }],
    ['without anybody there', { flags: 0x04 }],
    ['with flags that contradict each other', { flags: 0x15 }],
    ['with bytes behind the data', { more: Buffer.from([0]) }],
    ['with extensions that are broken', { flags: 0x85, more: Buffer.from('a1', 'hex') }],
    ['by a challenge of their own', { challenge: randomBytes(54).toString('base64url') }],
    ['by no challenge', { challenge: '' }],
  ];

  it.each(TWISTS)('is refused %s', async (_, twist) => {
    const response = await signIn(device.signIn(await signInOffer(), twist));
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.json()).toMatchObject({
      detail: 'The credential is malformed, unknown, revoked or expired.',
    });
    // The device itself is as good as before.
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(200);
  });

  it('is refused by what was shown before, and by a second use of a challenge', async () => {
    const asked = await signInOffer();
    const shown = device.signIn(asked);
    expect(await statusOf(shown)).toBe(200);
    expect(await statusOf(shown)).toBe(401);
    expect(await statusOf(device.signIn(asked))).toBe(401);
    // Of many who bring it at once, one gets in.
    const once = device.signIn(await signInOffer());
    const all = await Promise.all(Array.from({ length: 5 }, () => statusOf(once)));
    expect(all.toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  it('is refused by a challenge that is over, altered, or was for making a passkey', async () => {
    const late = await signInOffer();
    app.advance(5 * 60_000);
    expect(await statusOf(device.signIn(late))).toBe(401);
    const bytes = Buffer.from((await signInOffer()).challenge, 'base64url');
    // Its time is part of what it says about itself.
    bytes.writeUInt8(bytes.readUInt8(21) ^ 1, 21);
    expect(await statusOf(device.signIn({ challenge: bytes.toString('base64url') }))).toBe(401);
    expect(await statusOf(device.signIn(await offer()))).toBe(401);
  });

  it('is refused by another signature, another key, and another passkey’s name', async () => {
    const other = await made();
    const stranger = new SoftAuthenticator(origin);
    const good = device.signIn(await signInOffer());
    const flipped = Buffer.from(good.signature, 'base64url');
    flipped.writeUInt8(flipped.readUInt8(flipped.length - 1) ^ 1, flipped.length - 1);
    const signedElse = sign('sha256', Buffer.from('other words'), device.privateKey);
    for (const body of [
      { ...good, signature: flipped.toString('base64url') },
      { ...good, signature: signedElse.toString('base64url') },
      { ...good, signature: 'AAAA' },
      { ...good, id: other.credentialId },
      { ...good, id: stranger.credentialId },
      { ...good, userHandle: randomBytes(32).toString('base64url') },
      { ...good, authenticatorData: 'AAAA' },
      { ...good, clientDataJSON: Buffer.from('null').toString('base64url') },
      { ...good, clientDataJSON: Buffer.from('{').toString('base64url') },
      stranger.signIn(await signInOffer()),
    ])
      expect(await statusOf(body)).toBe(401);
    // None of them has used the challenge up.
    expect(await statusOf(good)).toBe(200);
  });

  it('is refused by a copy of the device, which has counted less, and that is recorded', async () => {
    const device = await made();
    device.count = 7;
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(200);
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(401);
    device.count = 6;
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(401);
    device.count = 0;
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(401);
    const { entries } = (await (await app.get('/audit?limit=1', owner)).json()) as {
      entries: { action: string }[];
    };
    expect(entries[0]?.action).toBe('passkey.copied');
    device.count = 8;
    expect(await statusOf(device.signIn(await signInOffer()))).toBe(200);
  });

  it('is no request at all where a field is missing, too long or no base64url', async () => {
    const good = device.signIn(await signInOffer());
    for (const body of [
      {},
      { ...good, signature: undefined },
      { ...good, signature: 'a+b/' },
      { ...good, clientDataJSON: 'A'.repeat(6000) },
      { ...good, more: 1 },
    ])
      expect(await statusOf(body)).toBe(400);
  });

  it('is limited by address, and never keeps a good one out', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    const from = async (body: unknown) =>
      (await app.post('/auth/session/passkey', undefined, body, { headers })).status;
    const bad = device.signIn({ challenge: 'AAAA' });
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1) statuses.push(await from(bad));
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
    expect(await from(device.signIn(await signInOffer()))).toBe(200);
  });
});

describe('making a passkey', () => {
  const broken = (change: (bytes: Buffer) => Buffer) => async () => {
    const device = new SoftAuthenticator(origin);
    const good = device.register(await offer());
    const attestationObject = change(Buffer.from(good.attestationObject, 'base64url')).toString('base64url');
    return { ...good, attestationObject };
  };
  const twisted = (twist: Twist) => async () => new SoftAuthenticator(origin).register(await offer(), twist);

  it.each<[string, () => Promise<object>]>([
    ['on a page of another origin', twisted({ origin: 'https://evil.example' })],
    ['for another name', twisted({ rpId: 'evil.example' })],
    ['for the purpose of signing in', twisted({ type: 'webauthn.get' })],
    ['without the person being verified', twisted({ flags: 0x01 })],
    ['for another algorithm', twisted({ algorithm: -8 })],
    ['with a maker’s attestation', twisted({ format: 'fido-u2f' })],
    ['with a statement that none has', twisted({ statement: new Map([['sig', 'x']]) })],
    ['with a self attestation of no signature', twisted({ format: 'packed' })],
    [
      'with a self attestation that does not hold',
      twisted({ format: 'packed', statement: new Map([['sig', randomBytes(70)]]) }),
    ],
    ['by a challenge of their own', twisted({ challenge: randomBytes(54).toString('base64url') })],
    ['with CBOR that is cut off', broken((bytes) => bytes.subarray(0, -1))],
    ['with CBOR that goes on', broken((bytes) => Buffer.concat([bytes, Buffer.from([0])]))],
    ['with CBOR of another kind', broken(() => Buffer.from('83010203', 'hex'))],
    [
      'with a byte of the key changed',
      broken((bytes) => {
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
        return bytes;
      }),
    ],
    [
      'by a challenge for signing in',
      async () => new SoftAuthenticator(origin).register(await signInOffer()),
    ],
  ])('is refused %s', async (_, body) => {
    const response = await app.post('/auth/passkeys', owner, { name: 'x', ...(await body()) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: expect.stringMatching(/^The passkey does not hold: /),
    });
  });

  it('is refused by somebody else’s challenge, and by one that was used', async () => {
    const invited = await app.post('/people', owner, { name: 'Eve', scopes: ['chat'] });
    const eve = await redeem(((await invited.json()) as { link: string }).link.replace(/^.*#login=/, ''));
    const device = new SoftAuthenticator(origin);
    const body = { name: 'x', ...device.register(await offer()) };
    expect((await app.post('/auth/passkeys', eve, body)).status).toBe(400);
    expect((await app.post('/auth/passkeys', owner, body)).status).toBe(201);
    expect((await app.post('/auth/passkeys', owner, body)).status).toBe(400);
    // A passkey that is known stays whose it is.
    const stolen = { name: 'x', ...device.register(await offer(eve)) };
    expect((await app.post('/auth/passkeys', eve, stolen)).status).toBe(409);
  });

  it('does not work from another site, with the cookie that the browser has', async () => {
    const response = await app.post('/auth/passkeys/offer', undefined, undefined, {
      headers: {
        Cookie: `${sessionCookieName(app.app.identity?.did)}=${owner}`,
        Origin: 'https://evil.example',
        'Sec-Fetch-Site': 'cross-site',
      },
    });
    expect(response.status).toBe(401);
  });
});

describe('another device', () => {
  const linkFor = async (token: string) => {
    const response = await app.post('/auth/devices/link', token, undefined);
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return (await response.json()) as { link: string; svg: string };
  };
  const enter = (link: string) =>
    app.post('/auth/session', undefined, { code: link.replace(/^.*#login=/, '') });

  it('gets a link for two minutes, as a QR code, for the owner and for a person', async () => {
    const invited = await app.post('/people', owner, { name: 'Bo', scopes: ['chat'] });
    const { link: invitation, did } = (await invited.json()) as { link: string; did: string };
    const bo = await redeem(invitation.replace(/^.*#login=/, ''));
    for (const [token, name] of [
      [owner, 'owner'],
      [bo, 'Bo'],
    ] as const) {
      const { link, svg } = await linkFor(token);
      expect(link).toMatch(/^https:\/\/oracle\.example\/#login=/);
      expect(svg).toMatch(/^<svg .*<\/svg>\s*$/s);
      const there = await enter(link);
      expect(there.status).toBe(200);
      const { token: session } = (await there.json()) as { token: string };
      expect(await (await app.get('/auth/session', session)).json()).toMatchObject({ name });
      expect((await enter(link)).status).toBe(401);
      const late = await linkFor(token);
      app.advance(2 * 60_000);
      expect((await enter(late.link)).status).toBe(401);
    }
    // A fresh link from the operator is as good as before, and a person who may come no longer gets in by neither.
    const open = await linkFor(bo);
    await app.get(`/people/${did}`, owner, { method: 'DELETE' });
    expect((await enter(open.link)).status).toBe(401);
    const trail = await (await app.get('/audit?limit=50', owner)).text();
    expect(trail).toContain('login.device_link');
  });

  it('gets none where it could not come, and is told why', async () => {
    const local = await startTestApp();
    try {
      const { Authorization = '' } = await local.owner.credential();
      const token = Authorization.slice('Bearer '.length);
      const response = await local.post('/auth/devices/link', token, undefined);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining('PUBLIC_URL') });
      expect(await (await local.get('/auth/devices', token)).json()).toEqual({
        passkeys: [],
        passkeysAt: local.url.replace('127.0.0.1', 'localhost'),
        noPasskeys: null,
        noLink: 'unnamed',
      });
      // A passkey of this machine holds here alone.
      const device = new SoftAuthenticator(local.url.replace('127.0.0.1', 'localhost'));
      const asked = (await (await local.post('/auth/passkeys/offer', token, undefined)).json()) as Offer;
      const made = await local.post('/auth/passkeys', token, { name: 'Key', ...device.register(asked) });
      expect(made.status).toBe(201);
      expect(await statusOf(device.signIn(await signInOffer()))).toBe(401);
    } finally {
      await local.close();
    }
  });

  it('makes no passkey where nobody said under which name', async () => {
    const unnamed = await startTestApp({ env: { TRUST_PROXY: 'true' } });
    try {
      const response = await unnamed.post('/auth/session/offer', undefined, undefined);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining('PUBLIC_URL') });
    } finally {
      await unnamed.close();
    }
  });
});
