import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { CORE_SCOPES } from '../src/boot/reserved-names.js';
import { person, startTestOracle, type TestOracle } from '../src/testing/index.js';
import { invited } from './support/invited.js';

/** One operation of the API document: what it takes to call it. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  /** Only for API keys. */
  readonly keysOnly: boolean;
  /** Scopes or abilities, all of which are needed. */
  readonly needs: readonly string[];
}

type Answer = 'let in' | 401 | 403;
type Headers = Readonly<Record<string, string>>;

/** A kind of credential: one of it for an operation, and what it is good for. */
interface Kind {
  readonly name: string;
  present(operation: Operation): Promise<Headers>;
  expected(operation: Operation): Answer;
}

/** Where a handler asks for more than the API document says, and of whom; each has a test of its own. */
const ASKS_MORE: Readonly<Record<string, readonly string[]>> = {
  // An account is linked, and a delegation looked after, by who holds the DID.
  '/links': ['key', 'person'],
  '/delegation': ['key', 'person'],
  // Nobody but who is logged in throws all their sessions out.
  '/auth/sessions': ['key', 'ucan'],
  // Nor does anybody else bring them a device, or a passkey.
  '/auth/devices': ['key', 'ucan'],
  '/auth/passkeys': ['key', 'ucan'],
  // A key outlasts a person or a token, so only the owner and keys look after keys.
  '/keys': ['person', 'ucan'],
  // Files of all are given away by the owner alone, and all of one's own are no matter of a token for some of them.
  '/api/fs/namespaces': ['key', 'person', 'ucan'],
  '/api/fs/export': ['ucan'],
};

const PUBLIC = [
  'DELETE /auth/session',
  'GET /',
  'GET /.well-known/agent-card.json',
  'GET /.well-known/did.json',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/{rest}',
  'GET /assets/{name}',
  'GET /dids/{did}',
  'GET /docs',
  'GET /entities/{id}',
  'GET /health',
  'GET /health/plugins',
  'GET /health/ready',
  'GET /ixo/{path}',
  'GET /openapi.json',
  // The token in the path is the credential.
  'GET /openrosa/key/{token}/formList',
  'GET /openrosa/key/{token}/forms/{formId}',
  'GET /openrosa/key/{token}/forms/{formId}/manifest',
  'GET /openrosa/key/{token}/forms/{formId}/{file}',
  'GET /openrosa/key/{token}/submission',
  'GET /public/cid/{cid}',
  'GET /public/folder/id/{id}',
  'GET /public/folder/{namespace}/{path}',
  'GET /public/id/{id}',
  'GET /public/list/{namespace}',
  'GET /public/{namespace}/{path}',
  'GET /public/{path}',
  'GET /weather/now',
  'POST /auth/session',
  'POST /auth/session/offer',
  'POST /auth/session/passkey',
  'POST /auth/session/whose',
  'POST /ixo/{path}',
  'POST /openrosa/key/{token}/submission',
];

const AWAY = 'http://127.0.0.1:9';
const ENV = {
  // Each request comes from an address of its own, so that none is refused for those before it.
  TRUST_PROXY: 'true',
  UCAN_USERS: 'did:key:served',
  CHAIN_GRPC_URL: AWAY,
  MEMORY_MCP_URL: AWAY,
  MEMORY_ENGINE_URL: AWAY,
  WEBCRAWL_MCP_URL: AWAY,
  TOOLKIT_API_KEY: 'key-of-nothing',
  TOOLKIT_BASE_URL: AWAY,
};
/** Optional plugins that need a service to start are left out. */
const plugins = shippedPlugins.filter(({ enabledBy = [] }) => enabledBy.every((name) => name in ENV));

const LATTICE: Readonly<Record<string, readonly string[]>> = Object.assign(
  {},
  ...plugins.map(({ abilities }) => abilities ?? {}),
);
const SCOPES = [
  ...Object.keys(CORE_SCOPES),
  ...plugins.flatMap(({ scopes, abilities }) => [
    ...Object.keys(scopes ?? {}),
    ...Object.keys(abilities ?? {}),
  ]),
];

let oracle: TestOracle;
let operations: readonly Operation[] = [];
let kinds: readonly Kind[] = [];
beforeAll(async () => {
  oracle = await startTestOracle({ plugins, env: ENV });
  operations = await documented();
  kinds = await allKinds();
});
afterAll(() => oracle.close());

async function documented(): Promise<Operation[]> {
  const { paths } = (await oracle.anyone.get('/openapi.json')).json as unknown as {
    paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      isPublic: security.length === 0,
      keysOnly: security.length > 0 && security.every((each) => Object.keys(each).join() === 'apiKey'),
      needs: security.find((each) => 'apiKey' in each)?.['apiKey'] ?? [],
    })),
  );
}

/** Whether a scope or ability grants another. */
function grants(held: string, wanted: string): boolean {
  return held === wanted || (LATTICE[held] ?? []).some((next) => grants(next, wanted));
}

const othersThan = (needs: readonly string[]) =>
  SCOPES.filter((scope) => !needs.some((need) => grants(scope, need)));

/** The same credential for all operations that need the same. */
function once<T>(make: (needs: readonly string[]) => Promise<T>): (operation: Operation) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return ({ needs }) => {
    const name = needs.join();
    const one = made.get(name) ?? make(needs);
    made.set(name, one);
    return one;
  };
}

async function allKinds(): Promise<Kind[]> {
  const { store, identity } = oracle.app;
  const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
  const ucan = (token: string): Headers => ({ ...bearer(token), 'X-Auth-Type': 'ucan' });
  const key = async (scopes: readonly string[], more: object = {}) =>
    store.apiKeys.create({ name: randomUUID(), scopes, ...more });
  const keyOf = async (scopes: readonly string[], more: object = {}) =>
    bearer((await key(scopes, more)).secret);
  const guest = async (...scopes: string[]) => invited(oracle, `guest ${randomUUID()}`, ...scopes);
  const invocation = (needs: readonly string[], more: object = {}) => {
    const [need = 'chat'] = needs;
    const isOwn = need in LATTICE;
    const isFiles = need.startsWith('fs/');
    return {
      can: isOwn ? need : `oracle/${need}`,
      with: isFiles ? 'ixo:filesystem' : 'ixo:oracle',
      ...more,
    };
  };
  const [stranger, alice, bob] = [person('stranger'), person('alice'), person('bob')];

  const revoked = await key(['*']);
  await store.apiKeys.revoke(revoked.row.id);
  const ended = await guest('chat');
  const endedKey = await keyOf(SCOPES, { did: ended.did });
  await oracle.owner.delete(`/people/${ended.did}`);
  const lateKey = await keyOf(SCOPES, { did: ended.did });
  const used = await oracle.token(invocation(['chat']));
  await oracle.anyone.get('/auth/session', ucan(used));
  const delegation = await oracle.delegation({ can: '*', with: 'ixo:oracle', to: bob.did });
  const revokedProof = await oracle.delegation({ can: '*', with: 'ixo:filesystem', to: bob.did });
  for (const token of [delegation, revokedProof]) {
    const stored = await oracle.ucan({ can: '*' }).post('/delegation', { delegation: token });
    await oracle.ucan({ can: '*' }).delete(`/delegation/${stored.at('cid')}`);
  }

  const refused = (name: string, present: Kind['present']): Kind => ({
    name,
    present,
    expected: ({ isPublic }) => (isPublic ? 'let in' : 401),
  });
  const other = (
    name: string,
    isKey: boolean,
    make: (scopes: readonly string[]) => Promise<Headers>,
  ): Kind => ({
    name,
    present: once((needs) => make(othersThan(needs))),
    expected: ({ isPublic, needs, keysOnly }) =>
      isPublic || (needs.length === 0 && (isKey || !keysOnly)) ? 'let in' : 403,
  });
  const good = (name: string, isKey: boolean, present: Kind['present']): Kind => ({
    name,
    present,
    expected: ({ isPublic, keysOnly }) => (isPublic || isKey || !keysOnly ? 'let in' : 403),
  });
  return [
    refused('nothing', async () => ({})),
    refused('a token that nobody gave out', async () => bearer('nonsense')),
    refused('Basic', async () => ({ Authorization: 'Basic b3duZXI6b3duZXI=' })),
    refused('a key that was revoked', async () => bearer(revoked.secret)),
    refused(
      'a key that has expired',
      once(async () => keyOf(SCOPES, { expiresAt: Date.now() - 1 })),
    ),
    refused('the session of a person who was ended', () => ended.credential()),
    refused('the key of a person who was ended', async () => endedKey),
    refused('a key made for a person who had been ended', async () => lateKey),
    refused('a UCAN that is no UCAN', async () => ucan('OqJlcm9vdHOB')),
    refused('a UCAN for another oracle', async ({ needs }) =>
      ucan(await oracle.token(invocation(needs, { to: stranger.did }))),
    ),
    refused('a UCAN that was used', async () => ucan(used)),
    refused('a UCAN over a delegation that was revoked', async ({ needs }) => {
      const proofs = [needs[0]?.startsWith('fs/') === true ? revokedProof : delegation];
      return ucan(await oracle.token(invocation(needs, { by: bob, proofs })));
    }),
    {
      name: 'a UCAN of somebody whom the oracle does not serve',
      present: async ({ needs }) => ucan(await oracle.token(invocation(needs, { by: alice }))),
      expected: ({ isPublic }) => (isPublic ? 'let in' : 403),
    },
    other('a key with all other scopes', true, (scopes) => keyOf(scopes)),
    other('a person with all other scopes', false, async (scopes) => (await guest(...scopes)).credential()),
    good(
      'a key with what is needed',
      true,
      once((needs) => keyOf(needs)),
    ),
    good(
      'a person with what is needed',
      false,
      once(async (needs) => (await guest('chat', ...needs)).credential()),
    ),
    good('a UCAN with what is needed', false, async ({ needs }) =>
      ucan(await oracle.token(invocation(needs))),
    ),
    good('the owner', false, () => oracle.owner.credential()),
    good(
      'a key of the owner',
      true,
      once(() => keyOf(['*'], { did: identity?.did })),
    ),
  ];
}

let address = 0;
/** Asks without a body that could do anything, at ids that nobody has. */
async function answerTo({ method, path }: Operation, credential: Headers): Promise<Answer> {
  address += 1;
  const from = `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
  const stop = new AbortController();
  const response = await fetch(oracle.url + path.replaceAll(/\{[^}]+\}/g, 'nobody-has-this'), {
    method,
    headers: { 'X-Forwarded-For': from, 'Content-Type': 'application/json', ...credential },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '[]' }),
    redirect: 'manual',
    signal: stop.signal,
  });
  // Streams go on for as long as somebody listens.
  stop.abort();
  return response.status === 401 || response.status === 403 ? response.status : 'let in';
}

/** The later, the more of the sessions that the others come with it ends. */
const LOGS_OUT = ['DELETE /auth/sessions', 'DELETE /auth/session'];
const logsOut = ({ method, path }: Operation) => LOGS_OUT.indexOf(`${method} ${path}`);

function asksMore({ path }: Operation, kind: string): boolean {
  const found = Object.entries(ASKS_MORE).find(([head]) => path === head || path.startsWith(`${head}/`));
  return found?.[1].some((word) => kind.toLowerCase().includes(word)) === true;
}

describe('every operation of the API document', () => {
  it('is there in numbers, and few of them are public', () => {
    expect(operations.length).toBeGreaterThan(100);
    const open = operations.filter(({ isPublic }) => isPublic).map(({ method, path }) => `${method} ${path}`);
    expect(open.toSorted()).toEqual(PUBLIC);
  });

  it('lets in whom it says, and nobody else', async () => {
    const wrong: string[] = [];
    let asked = 0;
    // Logging out comes last: it ends the sessions that the others come with.
    for (const operation of operations.toSorted((one, other) => logsOut(one) - logsOut(other)))
      for (const kind of kinds) {
        const answer = await answerTo(operation, await kind.present(operation));
        asked += 1;
        const expected = kind.expected(operation);
        if (
          answer === expected ||
          (answer === 403 && expected === 'let in' && asksMore(operation, kind.name))
        )
          continue;
        wrong.push(
          `${operation.method} ${operation.path} (${operation.needs}) with ${kind.name}: ${answer}, not ${expected}`,
        );
      }
    expect(wrong).toEqual([]);
    console.info(`${operations.length} operations x ${kinds.length} credentials: ${asked} requests`);
  }, 240_000);
});
