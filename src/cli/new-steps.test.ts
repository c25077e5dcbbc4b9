import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import entities from '../../plugins/entities/index.js';
import { startWalletRelay } from '../../plugins/entities/testing/wallet-relay.js';
import { chainAccountOf } from '../../plugins/gateway/library.js';
import { type LedgerNode, startLedgerNode } from '../../plugins/gateway/testing/ledger-node.js';
import { include } from '../../plugins/gateway/testing/ledger-state.js';
import { signedTransaction } from '../../plugins/gateway/transactions/transaction.js';
import { definePlugin, OracleError } from '../plugin/index.js';
import { type TestCli, testCli } from '../testing/test-cli.js';

const WORDS = `${'abandon '.repeat(11)}about`;
const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';

const clis: TestCli[] = [];
let node: LedgerNode | undefined;
afterEach(() => {
  node?.close();
  for (const cli of clis.splice(0)) cli.remove();
});
function cliWith(...options: Parameters<typeof testCli>): TestCli {
  const cli = testCli(...options);
  writeFileSync(join(cli.dir, 'words'), WORDS);
  clis.push(cli);
  return cli;
}
const partials = (cli: TestCli) => readdirSync(cli.dir).filter((name) => name.includes('.partial-'));

describe('oracle new, registering', () => {
  const loadPlugins = async () => [entities];
  const args = (...more: string[]) => [
    ...['new', 'demo', '--no-install', '--no-interactive', '--mnemonic-file', 'words', '--json'],
    ...more,
  ];

  it('registers once, however often it is stopped, and says where its API is registered', async () => {
    node = await startLedgerNode();
    const chain = ['--chain', node.url];
    const cli = cliWith();
    // Nobody has sent it tokens yet.
    expect(await cli.run(args(...chain), { loadPlugins })).toBe(1);
    expect(cli.err()).toContain(
      `Send ${ADDRESS} some tokens, and run the same again. Go on: oracle new demo --resume`,
    );
    expect(existsSync(join(cli.dir, 'demo'))).toBe(false);
    expect(partials(cli)).toHaveLength(1);
    expect(await cli.run(args(...chain), { loadPlugins })).toBe(1);
    expect(cli.err()).toContain('demo was begun already and is not finished');

    node.fund(ADDRESS);
    node.breakNext = true;
    while ((await cli.run(['new', 'demo', '--resume', '--json'], { loadPlugins })) !== 0)
      expect(partials(cli)).toHaveLength(1);
    expect(node.entities()).toHaveLength(1);
    expect([readdirSync(cli.dir).sort(), partials(cli)]).toEqual([['demo', 'words'], []]);
    expect(readdirSync(join(cli.dir, 'demo'))).not.toContain('.oracle-new.json');

    const did = node.entities()[0]?.entityDid;
    const config = JSON.parse(readFileSync(join(cli.dir, 'demo/oracle.config.json'), 'utf8'));
    expect(config).toMatchObject({ name: 'demo', entityDid: did });
    const env = readFileSync(join(cli.dir, 'demo/.env'), 'utf8');
    expect(env).toContain(`CHAIN_GRPC_URL=${node.url}\n`);
    expect(env).toContain(`SIGNING_MNEMONIC="${WORDS}"\n`);
    const receipt = JSON.parse(cli.out());
    expect(receipt).toMatchObject({
      written: true,
      steps: {
        register: { entityDid: did, transaction: node.entities()[0]?.hash, apiUrl: 'http://localhost:4000' },
      },
    });
    expect(receipt.notes.join('\n')).toMatch(
      /at http:\/\/localhost:4000, .*port 3000\.\n.*PORT=4000 in \.env/,
    );
    expect(await cli.run(['new', 'demo', '--resume'], { loadPlugins })).toBe(1);
    expect(cli.err()).toContain('There is no unfinished demo here.');
  });

  it('has nothing to say about ports that agree, and takes no identity from the environment', async () => {
    node = await startLedgerNode();
    node.fund(ADDRESS);
    const cli = cliWith({ env: { SIGNING_MNEMONIC: 'of another oracle', PORT: '3000' } });
    expect([
      await cli.run(args('--chain', node.url, '--port', '4000'), { loadPlugins }),
      node.entities().length,
    ]).toEqual([0, 1]);
    expect(JSON.parse(cli.out())).toMatchObject({ notes: [] });
  });

  it('asks for the node, and registers nowhere by default', async () => {
    const cli = cliWith({ answers: ['asked', '', '', '', '', '', ''] });
    expect(await cli.run(['new', '--no-install'], { loadPlugins })).toBe(0);
    expect(cli.out()).toContain(
      'Chain node to register it at (gRPC address), or none to do that later (none): ',
    );
    expect(readFileSync(join(cli.dir, 'asked/.env'), 'utf8')).not.toContain('CHAIN_GRPC_URL');
  });

  it('names the node where a wallet shall sign and none is told', async () => {
    const cli = cliWith();
    expect(await cli.run(args('--auth', 'wallet'), { loadPlugins })).toBe(4);
    expect(cli.err()).toMatch(
      /prompt 'Chain node to register it at .*' asks for\. Give it: --chain <value>\n$/,
    );
  });

  it('shows a code for a wallet, which owns the entity that it signs', async () => {
    const chain = await startLedgerNode();
    node = chain;
    const [wallet, relay] = [await chainAccountOf(WORDS), await startWalletRelay()];
    chain.fund(ADDRESS);
    chain.state.documents.set(`did:ixo:${ADDRESS}`, new Map());
    const pubKey = Buffer.from(wallet.publicKey).toString('hex');
    relay.phone = {
      account: { address: ADDRESS, did: `did:ixo:${ADDRESS}`, pubKey },
      sign: (body) => {
        const { number = 0n, sequence = 0n } = chain.state.accounts.get(ADDRESS) ?? {};
        const fee = { amount: 20_000n, denom: 'uixo', gas: 400_000n };
        const facts = { chainId: 'devnet-1', accountNumber: number, sequence, fee };
        return include(chain.state, signedTransaction(body, wallet, facts)).hash;
      },
    };
    const cli = cliWith();
    const flags = ['--auth', 'wallet', '--chain', chain.url, '--wallet-relay', relay.url, '--no-install'];
    expect(await cli.run(['new', 'demo', ...flags], { loadPlugins })).toBe(0);
    relay.close();
    expect(cli.err()).toMatch(/Scan this with the wallet to sign in\n.*\u2584/su);
    expect(cli.err()).toContain(`Signed in as did:ixo:${ADDRESS}\n`);
    expect(chain.entities()[0]?.messages[0]?.value).toMatchObject({ ownerDid: `did:ixo:${ADDRESS}` });
    // The oracle's own identity is another.
    expect(readFileSync(join(cli.dir, 'demo/.env'), 'utf8')).not.toContain(WORDS);
  });

  it('says with --dry-run what it would do, and asks no node', async () => {
    const cli = cliWith();
    expect(await cli.run(args('--chain', 'http://127.0.0.1:1', '--dry-run'), { loadPlugins })).toBe(0);
    expect(JSON.parse(cli.out())).toMatchObject({
      written: false,
      steps: { register: { would: 'Register the oracle on the chain' } },
    });
    expect(readdirSync(cli.dir)).toEqual(['words']);
  });

  it('refuses a wrong answer before anything is written', async () => {
    const cli = cliWith();
    expect(await cli.run(args('--chain', 'http://127.0.0.1:1', '--relayer', 'me'), { loadPlugins })).toBe(1);
    expect(cli.err()).toContain('--relayer is a DID');
    expect(readdirSync(cli.dir)).toEqual(['words']);
  });
});

describe('a step of a plugin', () => {
  let ran: string[] = [];
  let failing = false;
  const step = (name: string, more: object = {}) => ({
    name,
    title: `Do ${name}`,
    options: [{ flags: `--${name}-key <key>`, description: 'of it' }],
    questions: [{ flag: `--${name}-key`, prompt: `Key of ${name}`, fallback: 'none' }],
    wanted: () => true,
    run: async () => {
      if (name === 'second' && failing) throw new OracleError('unavailable', { detail: 'It is down.' });
      ran.push(name);
      return { facts: { ran: true }, notes: [`${name} is done`] };
    },
    ...more,
  });
  const plugin = (...projectSteps: ReturnType<typeof step>[]) =>
    definePlugin({
      name: 'stepping',
      version: '1.0.0',
      manifest: { title: 'S', summary: 'S.', whenToUse: ['x'] },
      projectSteps,
    });

  it('is run once where a later one failed', async () => {
    [ran, failing] = [[], true];
    const loadPlugins = async () => [plugin(step('first'), step('second'))];
    const cli = cliWith();
    expect(await cli.run(['new', 'a', '--no-install'], { loadPlugins })).toBe(1);
    expect(cli.err()).toContain('Error: It is down.\n  Go on: oracle new a --resume\n');
    failing = false;
    expect(await cli.run(['new', '--resume'], { loadPlugins })).toBe(0);
    expect(ran).toEqual(['first', 'second']);
    expect(cli.out()).toContain('first is done\nsecond is done\n');
  });

  it('ends with 4 and the flag where its answer is missing and nobody can be asked', async () => {
    const loadPlugins = async () => [plugin(step('first', { wanted: () => ({ missing: '--first-key' }) }))];
    const cli = cliWith();
    expect(await cli.run(['new', 'a', '--no-interactive'], { loadPlugins })).toBe(4);
    expect(cli.err()).toBe(
      "--first-key is wanted to do first and is missing, which the prompt 'Key of first' asks for. Give it: --first-key <value>\n",
    );
  });

  it('is not taken up where several projects are unfinished and none is named', async () => {
    failing = true;
    const loadPlugins = async () => [plugin(step('second'))];
    const cli = cliWith();
    for (const name of ['a', 'b']) await cli.run(['new', name, '--no-install'], { loadPlugins });
    mkdirSync(join(cli.dir, 'c.partial-0000'));
    expect(await cli.run(['new', '--resume'], { loadPlugins })).toBe(1);
    expect(cli.err()).toContain('Several projects are unfinished here');
  });
});
