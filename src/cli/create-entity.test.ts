import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import entities from '../../plugins/entities/index.js';
import { type LedgerNode, startLedgerNode } from '../../plugins/gateway/testing/ledger-node.js';
import { type TestCli, testCli } from '../testing/test-cli.js';

const WORDS = `${'abandon '.repeat(11)}about`;
const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';
const CONFIG = '{\n  // who it is\n  "name": "demo",\n  "network": "devnet"\n}\n';

let node: LedgerNode;
let cli: TestCli;
beforeEach(async () => {
  node = await startLedgerNode();
  node.fund(ADDRESS);
  cli = testCli();
  writeFileSync(join(cli.dir, 'oracle.config.json'), CONFIG.replace('  // who it is\n', ''));
  writeFileSync(join(cli.dir, '.env'), `SIGNING_MNEMONIC="${WORDS}"\nCHAIN_GRPC_URL=${node.url}\n`);
});
afterEach(() => {
  node.close();
  cli.remove();
});
const run = (...args: string[]) => cli.run(args, { loadPlugins: async () => [entities] });
const config = () => readFileSync(join(cli.dir, 'oracle.config.json'), 'utf8');

it('registers the oracle of a folder once, and moves its API', async () => {
  expect([await run('create-entity'), cli.err()]).toEqual([
    0,
    `Registering did:ixo:${ADDRESS}\nRegistering demo as an entity of did:ixo:${ADDRESS}\n`,
  ]);
  const did = JSON.parse(config()).entityDid;
  expect(cli.out()).toContain(`Registered: ${did}\n`);
  expect(node.entities().map(({ entityDid }) => entityDid)).toEqual([did]);
  expect(config()).toMatch(
    /^\{\n {2}"name": "demo",\n {2}"network": "devnet",\n {2}"entityDid": "[^"]+"\n\}\n$/,
  );

  expect(await run('create-entity')).toBe(1);
  expect(cli.err()).toContain(`This oracle has an entity already: ${did}.`);
  // Without the note it is found again, and not made again.
  writeFileSync(join(cli.dir, 'oracle.config.json'), CONFIG.replace('  // who it is\n', ''));
  expect(await run('create-entity')).toBe(0);
  expect(cli.out()).toContain(`It is registered already: ${did}\n`);
  expect(node.entities()).toHaveLength(1);

  expect(await run('update-oracle-api-url', 'http://127.0.0.1:3000', '--json')).toBe(0);
  expect(node.state.documents.get(did)?.get(`${did}#api`)).toBe('http://127.0.0.1:3000');
  expect(await run('update-oracle-api-url', 'http://127.0.0.1:3000')).toBe(0);
  expect(cli.out()).toContain('The chain says so already: http://127.0.0.1:3000\n');
});

it.each([
  [['create-entity', '--owner-did', 'me'], '--owner-did is a DID such as did:ixo:…'],
  [['create-entity', '--gas-price', 'cheap'], 'is no price of gas'],
  [['create-entity', '--chain', 'http://127.0.0.1:1'], 'unavailable|cannot be reached'],
  [['update-oracle-api-url', 'oracle.example'], 'url is an http or https URL'],
  [['update-oracle-api-url', 'https://oracle.example'], 'This oracle has no entity'],
])('refuses %j in words, and sends nothing', async (args, said) => {
  expect(await run(...args)).toBe(1);
  expect(cli.err()).toMatch(new RegExp(said));
  expect(node.broadcasts.length).toBeLessThanOrEqual(1);
});
