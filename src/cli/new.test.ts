import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { definePlugin } from '../plugin/index.js';
import { type TestCli, testCli } from '../testing/test-cli.js';

const clis: TestCli[] = [];
const cliWith = (...options: Parameters<typeof testCli>) => {
  const cli = testCli(...options);
  clis.push(cli);
  return cli;
};
afterEach(() => {
  for (const cli of clis.splice(0)) cli.remove();
});
const read = (cli: TestCli, path: string) => readFileSync(join(cli.dir, path), 'utf8');

describe('oracle new', () => {
  it('writes a whole project, its secrets for its owner alone', async () => {
    const cli = cliWith();
    const code = await cli.run([
      ...['new', 'stove-oracle', '--no-install', '--description', 'Plans "kitchen" tests.'],
      ...[
        '--network',
        'testnet',
        '--price',
        '0.5 ixo per month',
        '--model',
        'gpt-5',
        '--port',
        '4000',
        '--json',
      ],
    ]);
    expect([code, cli.err()]).toEqual([0, '']);
    const receipt = JSON.parse(cli.out());
    expect(receipt).toMatchObject({ network: 'testnet', installed: false, written: true });
    expect(receipt.did).toMatch(/^did:key:z6Mk/);
    expect(receipt.files).toEqual(
      expect.arrayContaining([
        '.env',
        '.gitignore',
        'src/main.ts',
        'src/config.ts',
        'src/plugins/fuel/index.ts',
      ]),
    );
    for (const path of receipt.files)
      expect(existsSync(join(cli.dir, 'stove-oracle', path)), path).toBe(true);
    expect(JSON.parse(read(cli, 'stove-oracle/oracle.config.json'))).toMatchObject({
      name: 'stove-oracle',
      description: 'Plans "kitchen" tests.',
      price: { amount: 0.5, currency: 'IXO', per: 'month' },
      network: 'testnet',
      model: 'gpt-5',
    });
    const env = read(cli, 'stove-oracle/.env');
    expect(env).toMatch(/^SIGNING_MNEMONIC="(?:[a-z]+ ){11}[a-z]+"$/m);
    expect(env).toContain('PORT=4000');
    expect(statSync(join(cli.dir, 'stove-oracle/.env')).mode & 0o777).toBe(0o600);
    const words = /"(.*)"/.exec(env)?.[1] ?? '';
    expect(cli.out()).not.toContain(words);
    for (const path of receipt.files)
      if (path !== '.env') expect(read(cli, `stove-oracle/${path}`)).not.toContain(words);
    expect(read(cli, 'stove-oracle/.gitignore')).toContain('.env');
    expect(read(cli, 'stove-oracle/README.md')).not.toMatch(/\{\{/);
  });

  it('names what is missing where nobody can be asked, with exit code 4', async () => {
    const cli = cliWith();
    expect(await cli.run(['new', '--no-interactive'])).toBe(4);
    expect(cli.err()).toBe(
      "The name is missing, which the prompt 'Name' asks for. Give it: oracle new <name>\n",
    );
    expect(readdirSync(cli.dir)).toEqual([]);
  });

  it.each([
    [['Bad Name'], 'name is up to 60 lower-case letters'],
    [['a/../b'], 'name is up to 60 lower-case letters'],
    [['a', '--network', 'moon'], '--network is one of devnet, testnet, mainnet'],
    [['a', '--price', 'a lot'], '--price is an amount and a currency, such as 0.5 IXO per message'],
    [['a', '--port', '0'], '--port'],
    [['a', '--mnemonic-file', 'words'], 'holds no BIP-39 mnemonic'],
  ])('refuses %j and writes nothing', async (args, said) => {
    const cli = cliWith();
    writeFileSync(join(cli.dir, 'words'), 'one two three');
    expect(await cli.run(['new', ...args, '--no-install'])).toBe(1);
    expect(cli.err()).toContain(said);
    expect(readdirSync(cli.dir)).toEqual(['words']);
  });

  it('asks for what no flag says, and writes nothing when the person leaves', async () => {
    const cli = cliWith({ answers: ['asked', 'Plans tests.', '', '2 IXO a message', 'none'] });
    expect(await cli.run(['new', '--no-install'])).toBe(0);
    expect(cli.out()).toContain('Name: What it does, in a sentence (An oracle.): Network: devnet');
    expect(JSON.parse(read(cli, 'asked/oracle.config.json'))).toEqual({
      name: 'asked',
      description: 'Plans tests.',
      price: { amount: 2, currency: 'IXO', per: 'message' },
      network: 'devnet',
      prompt: '',
      features: {},
    });
    const left = cliWith({ answers: ['asked'] });
    expect([await left.run(['new']), readdirSync(left.dir)]).toEqual([130, []]);
    const ci = cliWith({ answers: ['asked'], env: { CI: 'true' } });
    expect([await ci.run(['new']), readdirSync(ci.dir)]).toEqual([4, []]);
  });

  it('takes an identity that is there', async () => {
    const cli = cliWith();
    const words = `${'abandon '.repeat(11)}about`;
    writeFileSync(join(cli.dir, 'words'), `${words.replaceAll(' ', '\n')}\n`);
    expect(await cli.run(['new', 'a', '--no-install', '--mnemonic-file', 'words'])).toBe(0);
    expect(read(cli, 'a/.env')).toContain(`SIGNING_MNEMONIC="${words}"`);
  });

  it('leaves alone what is there, and writes nothing with --dry-run', async () => {
    const cli = cliWith();
    mkdirSync(join(cli.dir, 'a'));
    writeFileSync(join(cli.dir, 'a/mine.txt'), 'mine');
    expect(await cli.run(['new', 'a', '--no-install'])).toBe(1);
    expect(cli.err()).toContain("There is something at '");
    expect(await cli.run(['new', 'b', '--dry-run'])).toBe(0);
    expect(cli.out()).toContain('(nothing was written)');
    expect(readdirSync(cli.dir)).toEqual(['a']);
    expect(readdirSync(join(cli.dir, 'a'))).toEqual(['mine.txt']);
  });
});

describe('oracle plugin new', () => {
  const weather = definePlugin({
    name: 'weather',
    version: '1.0.0',
    manifest: { title: 'W', summary: 'Weather.', whenToUse: ['x'] },
    setup: () => ({}),
  });
  const loadPlugins = async () => [weather];

  it('writes a plugin that bears its name everywhere', async () => {
    const cli = cliWith();
    writeFileSync(join(cli.dir, 'oracle.config.json'), '{}');
    expect(await cli.run(['plugin', 'new', 'rain-gauge'], { loadPlugins })).toBe(0);
    const source = read(cli, 'src/plugins/rain-gauge/index.ts');
    for (const word of ["name: 'rain-gauge'", 'ask_rain_gauge', 'RAIN_GAUGE_GREETING', "title: 'Rain gauge'"])
      expect(source).toContain(word);
    for (const file of readdirSync(join(cli.dir, 'src/plugins/rain-gauge')))
      expect(`${file} ${read(cli, `src/plugins/rain-gauge/${file}`)}`).not.toMatch(/plugin.name/i);
  });

  it.each([
    ['weather', "there is a plugin 'weather' already"],
    ['../evil', 'lower-case letters'],
    ['Rain', 'lower-case letters'],
  ])('refuses the name %s', async (name, said) => {
    const cli = cliWith();
    writeFileSync(join(cli.dir, 'oracle.config.json'), '{}');
    expect(await cli.run(['plugin', 'new', name], { loadPlugins })).toBe(1);
    expect(cli.err()).toContain(said);
    expect(readdirSync(cli.dir)).toEqual(['oracle.config.json']);
  });

  it('is said where there is no oracle', async () => {
    const cli = cliWith();
    expect(await cli.run(['plugin', 'new', 'a'], { loadPlugins })).toBe(1);
    expect(cli.err()).toContain('There is no oracle.config.json here.');
  });
});
