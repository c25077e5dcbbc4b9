import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import chatIntegration from '../../../plugins/chat-integration/index.js';
import entities from '../../../plugins/entities/index.js';
import { type LedgerNode, startLedgerNode } from '../../../plugins/gateway/testing/ledger-node.js';
import matrix from '../../../plugins/matrix/index.js';
import sandbox from '../../../plugins/sandbox/index.js';
import { type FileService, Files } from '../../../plugins/vfs/service.js';
import { type Plugin, provide } from '../../plugin/index.js';
import { type TestCli, testCli } from '../../testing/test-cli.js';
import { testContext } from '../../testing/test-context.js';

const WORDS = `${'abandon '.repeat(11)}about`;
const OTHERS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';

let cli: TestCli;
beforeEach(() => {
  cli = testCli();
  configure({});
});
afterEach(() => cli.remove());

const configure = (more: object) =>
  writeFileSync(
    join(cli.dir, 'oracle.config.json'),
    JSON.stringify({ name: 'demo', network: 'devnet', ...more }),
  );
const set = (variables: Readonly<Record<string, string>>) =>
  writeFileSync(
    join(cli.dir, '.env'),
    Object.entries({ SIGNING_MNEMONIC: WORDS, ...variables })
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  );
/** The lines of the doctor about something, each with how to mend it. */
async function doctor(subject: string): Promise<string[]> {
  const before = cli.out().length;
  await cli.run(['doctor'], {
    bootReport: async () => [],
    bootHealth: async () => [],
    loadPlugins: async () => [entities, matrix],
  });
  const said = cli.out().slice(before);
  return [...said.matchAll(/^(?:ok|warn|fail) .*\n(?: {6}->.*\n)?/gm)]
    .map(([line]) => line)
    .filter((line) => line.slice(6).startsWith(`${subject}: `));
}

describe('the entity on the chain', () => {
  let node: LedgerNode;
  beforeEach(async () => {
    node = await startLedgerNode();
    node.fund(ADDRESS);
  });
  afterEach(() => node.close());

  async function registered(apiUrl = 'http://localhost:4000'): Promise<string> {
    set({ CHAIN_GRPC_URL: node.url });
    const args = ['create-entity', '--api-url', apiUrl];
    expect(await cli.run(args, { loadPlugins: async () => [entities] })).toBe(0);
    return JSON.parse(readFileSync(join(cli.dir, 'oracle.config.json'), 'utf8')).entityDid;
  }

  it('is none, and nothing to mend, until it is registered; and is to be ended once it is begun', async () => {
    set({});
    expect(await doctor('registration')).toEqual([
      'ok    registration: no entity on a chain; oracle create-entity makes one\n',
    ]);
    mkdirSync(join(cli.dir, 'data/chain'), { recursive: true });
    writeFileSync(join(cli.dir, 'data/chain/create-entity.json'), '{}');
    expect(await doctor('registration')).toEqual([
      expect.stringMatching(/^fail .*not finished.*\n {6}-> Run oracle create-entity again/),
    ]);
  });

  it('is looked for with its node, and who may change it is told', async () => {
    const did = await registered();
    expect(await doctor('registration')).toEqual([`ok    registration: ${did} is on the devnet\n`]);
    expect(await doctor('account on the chain')).toEqual([
      `ok    account on the chain: ${ADDRESS} may change the entity\n`,
    ]);
    set({ CHAIN_GRPC_URL: node.url, SIGNING_MNEMONIC: OTHERS });
    expect(await doctor('account on the chain')).toEqual([
      expect.stringMatching(
        new RegExp(`^warn .*that of ${ADDRESS}; the mnemonic here is ixo1\\w+\\n {6}-> .*--auth wallet`),
      ),
    ]);
    expect(cli.out()).not.toContain(OTHERS);
    set({});
    expect(await doctor('registration')).toEqual([
      expect.stringMatching(/^warn .*was not looked for.*\n {6}-> Set CHAIN_GRPC_URL/),
    ]);
  });

  it.each([
    [{}, 'did:ixo:entity:none', 'did:ixo:entity:none is not on the devnet', 'Correct entityDid'],
    [
      { network: 'testnet' },
      undefined,
      'the chain is devnet-1, which is devnet, and NETWORK says testnet.',
      'Name a node of that network',
    ],
  ])('is missed where it is not: %j', async (config, other, words, mend) => {
    const did = await registered();
    configure({ ...config, entityDid: other ?? did });
    const [line] = await doctor('registration');
    expect(line).toMatch(/^fail /);
    expect(line).toContain(words);
    expect(line).toContain(`-> ${mend}`);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'http://localhost:4000',
      { PORT: '4000' },
      /^ok .*http:\/\/localhost:4000: for programs of this machine alone\n$/,
    ],
    [
      'http://localhost:4000',
      {},
      /^warn .*listens on port 3000\n {6}-> Set PORT=4000 in \.env, or run oracle update-oracle-api-url http:\/\/localhost:3000\n/,
    ],
    [
      'https://o.example',
      {},
      /^warn .*PUBLIC_URL is not set\n {6}-> Set PUBLIC_URL=https:\/\/o\.example in \.env/,
    ],
    ['https://o.example/', { PUBLIC_URL: 'https://o.example' }, /^ok .*https:\/\/o\.example\/\n$/],
    [
      'https://o.example',
      { PUBLIC_URL: 'https://p.example' },
      /^warn .*PUBLIC_URL is https:\/\/p\.example\n {6}-> Run oracle update-oracle-api-url https:\/\/p\.example\n/,
    ],
  ])('says where its API is, %s with %j', async (url, variables, line) => {
    await registered(url);
    set({ CHAIN_GRPC_URL: node.url, ...variables });
    expect(await doctor('API on the chain')).toEqual([expect.stringMatching(line)]);
  });

  it('cannot be looked for while the node is away', async () => {
    set({ CHAIN_GRPC_URL: 'http://127.0.0.1:1' });
    configure({ entityDid: 'did:ixo:entity:x' });
    expect(await doctor('registration')).toEqual([
      expect.stringMatching(/^warn .*was not looked for: .*cannot be reached.*\n {6}-> Check CHAIN_GRPC_URL/),
    ]);
  });
});

describe('the Matrix bot', () => {
  /** What a homeserver says, by the path; the token of `@oracle:h` is `good`. */
  const ANSWERS: Readonly<Record<string, (token: string | undefined) => [number, object]>> = {
    '/_matrix/client/v3/account/whoami': (token) =>
      token === 'good'
        ? [200, { user_id: '@oracle:h', device_id: 'DEV' }]
        : [401, { errcode: 'M_UNKNOWN_TOKEN', error: 'Unknown token' }],
    '/_matrix/client/v3/login': () => [200, { flows: [{ type: 'm.login.password' }] }],
  };
  let url: string;
  let close: () => void;
  beforeEach(async () => {
    const server = createServer((request, response) => {
      const [status, body] = ANSWERS[request.url ?? '']?.(
        request.headers.authorization?.replace('Bearer ', ''),
      ) ?? [404, { errcode: 'M_UNRECOGNIZED' }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => server.close();
  });
  afterEach(() => close());

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a good token',
      { USER_ID: '@oracle:h', ACCESS_TOKEN: 'good' },
      /^ok .*@oracle:h is signed in as device DEV\n$/,
    ],
    [
      'a token of another',
      { USER_ID: '@other:h', ACCESS_TOKEN: 'good' },
      /^fail .*the token is that of @oracle:h.*Set it to @oracle:h.*\n {6}-> Correct it in \.env/,
    ],
    [
      'a spent token',
      { USER_ID: '@oracle:h', ACCESS_TOKEN: 'old' },
      /^fail .*does not know its token\n {6}-> .*MATRIX_ORACLE_ADMIN_PASSWORD/,
    ],
    [
      'a password',
      { USER_ID: '@oracle:h', PASSWORD: 'hunter2hunter2' },
      /^ok .*@oracle:h signs in with its password at the start\n$/,
    ],
    ['nothing to sign in with', { USER_ID: '@oracle:h' }, /^fail .*neither a token nor a password\n/],
    ['no user', {}, /^warn .*MATRIX_ORACLE_ADMIN_USER_ID is not set.*\n {6}-> Run oracle matrix provision/],
  ])('is looked at with %s', async (_, given, line) => {
    const named = Object.entries(given).map(([name, value]) => [`MATRIX_ORACLE_ADMIN_${name}`, value]);
    set({ MATRIX_BASE_URL: url, ...Object.fromEntries(named) });
    expect(await doctor('Matrix bot')).toEqual([expect.stringMatching(line)]);
    expect(cli.out()).not.toContain('hunter2');
  });

  it('is none without a word, and missed while the homeserver is away', async () => {
    set({});
    expect(await doctor('Matrix bot')).toEqual([]);
    set({
      MATRIX_BASE_URL: 'http://127.0.0.1:1',
      MATRIX_ORACLE_ADMIN_USER_ID: '@oracle:h',
      MATRIX_ORACLE_ADMIN_ACCESS_TOKEN: 'good',
    });
    expect(await doctor('Matrix bot')).toEqual([
      expect.stringMatching(/^fail .*does not answer.*\n {6}-> Check MATRIX_BASE_URL/),
    ]);
  });
});

describe('what only an oracle that serves connects to', () => {
  const AWAY = 'http://127.0.0.1:1';
  it.each<[Plugin, Record<string, string>]>([
    [
      matrix,
      {
        MATRIX_BASE_URL: AWAY,
        MATRIX_ORACLE_ADMIN_USER_ID: '@oracle:h',
        MATRIX_ORACLE_ADMIN_ACCESS_TOKEN: 'good',
      },
    ],
    [sandbox, { SANDBOX_MCP_URL: AWAY }],
    [chatIntegration, { CHAT_BOT_TOKEN: 'xoxb-1-2-abcdefg', CHAT_APP_TOKEN: 'xapp-1-2-abcdefgh' }],
  ])('is no trouble of $name before that', async (plugin, env) => {
    const services = (plugin.dependsOn ?? []).includes('vfs') ? [provide(Files, {} as FileService)] : [];
    const { contribution, close } = await testContext(plugin, { env, services });
    try {
      expect(await contribution.health?.()).toMatchObject({ status: 'ok' });
    } finally {
      await close();
    }
  });
});
