import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PluginStatus } from '../boot/types.js';
import { alignRows } from '../kit/align-rows.js';
import { definePlugin, OracleError, type PluginCommand } from '../plugin/index.js';
import { type TestCli, testCli } from '../testing/test-cli.js';
import { parseDuration } from './parse-duration.js';

const clis: TestCli[] = [];
const cliWith = (...options: Parameters<typeof testCli>) => {
  const cli = testCli(...options);
  clis.push(cli);
  return cli;
};
afterEach(() => {
  for (const cli of clis.splice(0)) cli.remove();
});

const manifest = { title: 'T', summary: 'Looks after samples.', whenToUse: ['x'] };

describe('the command line', () => {
  it.each([[[]], [['--help']], [['help']]])(
    'shows its commands for %j, without loading plugins',
    async (args) => {
      const cli = cliWith();
      const loadPlugins = vi.fn(async () => []);
      expect(await cli.run(args, { loadPlugins })).toBe(0);
      for (const name of ['start', 'dev', 'chat', 'login', 'plugins', 'keys', 'invite', 'people', 'doctor'])
        expect(cli.out()).toMatch(new RegExp(`^  ${name}`, 'm'));
      expect(loadPlugins).not.toHaveBeenCalled();
    },
  );

  it('prints the version', async () => {
    const cli = cliWith();
    expect(await cli.run(['--version'])).toBe(0);
    expect(cli.out()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('names the command that a mistyped one is like', async () => {
    const cli = cliWith();
    expect(await cli.run(['strat'])).toBe(1);
    expect(cli.err()).toContain('Did you mean start?');
  });

  it('starts with or without making an identity', async () => {
    const start = vi.fn(async () => undefined);
    const cli = cliWith();
    expect(await cli.run(['start'], { start })).toBe(0);
    expect(await cli.run(['start', '--create-identity'], { start })).toBe(0);
    expect(start.mock.calls).toEqual([[{}], [{ createIdentity: true }]]);
  });

  it('prints boot errors as they are, and other errors on one line without a stack', async () => {
    const cli = cliWith();
    const detail = "[boot-error] Plugin 'a' x\n[boot-error] Plugin 'b' y";
    await cli.run(['start'], { start: () => Promise.reject(new OracleError('plugin_invalid', { detail })) });
    await cli.run(['start'], { start: () => Promise.reject(new Error('broken\n    at x')) });
    expect(cli.err()).toBe(`${detail}\nError: broken\n`);
  });
});

describe('oracle plugins', () => {
  const report: PluginStatus[] = [
    {
      name: 'weather',
      version: '1.0.0',
      state: 'loaded',
      loading: 'on-demand',
      ms: 3,
      dependsOn: [],
      tools: ['t'],
      routes: [],
    },
  ];
  const bootReport = async () => report;

  it('prints a tree, or the report itself', async () => {
    const tree = cliWith();
    expect(await tree.run(['plugins'], { bootReport })).toBe(0);
    expect(tree.out()).toBe('└─ weather  loaded  on-demand  3ms  1 tool\n\n1 loaded\n');
    const data = cliWith();
    await data.run(['plugins', '--json'], { bootReport });
    expect(JSON.parse(data.out())).toEqual(report);
  });
});

describe('commands of plugins', () => {
  const verify: PluginCommand = {
    name: 'verify',
    summary: 'Checks a design.',
    arguments: [
      { name: 'file', description: 'the design' },
      { name: 'seed', description: 'its seed', optional: true },
    ],
    options: [
      { flags: '--strict', description: 'be strict' },
      { flags: '--signer <did>', description: 'who signs' },
      { flags: '--seen <hash>', description: 'what was seen', many: true },
    ],
    run: async (args, options, io) => {
      io.stdout(JSON.stringify({ args, options }));
      return 3;
    },
  };
  const loadPlugins = async () => [
    definePlugin({ name: 'sampling', version: '1.0.0', manifest, commands: [verify] }),
    definePlugin({ name: 'plain', version: '1.0.0', manifest }),
  ];

  it('run as oracle <plugin> <command> with their arguments, and give the exit code', async () => {
    const cli = cliWith();
    expect(await cli.run(['sampling', 'verify', 'a.json', '--strict'], { loadPlugins })).toBe(3);
    expect(JSON.parse(cli.out())).toEqual({ args: ['a.json'], options: { strict: true } });
  });

  it('lose no value of an option that is given twice: they are collected, or it is refused', async () => {
    const cli = cliWith();
    const run = (...args: string[]) => cli.run(['sampling', 'verify', 'a.json', ...args], { loadPlugins });
    expect(await run('--seen', 'x', '--seen=y,z', 'seed')).toBe(3);
    expect(JSON.parse(cli.out())).toEqual({ args: ['a.json', 'seed'], options: { seen: ['x', 'y,z'] } });
    expect(await run('--signer', 'did:a', '--signer', 'did:b')).toBe(2);
    expect(cli.err()).toContain("option '--signer <did>' is given twice");
    expect(await run('--signer', 'did:a', '--signer', 'did:a')).toBe(2);
    expect(await run('--signer', 'did:a', '--strict', '--strict')).toBe(3);
  });

  it('are listed by oracle <plugin> --help', async () => {
    const cli = cliWith();
    expect(await cli.run(['sampling', '--help'], { loadPlugins })).toBe(0);
    expect(cli.out()).toMatch(
      /Looks after samples\.[\s\S]*verify \[options\] <file> \[seed\]\s+Checks a design\./,
    );
  });

  it('miss an argument with words', async () => {
    const cli = cliWith();
    expect(await cli.run(['sampling', 'verify'], { loadPlugins })).toBe(1);
    expect(cli.err()).toContain("missing required argument 'file'");
  });

  it('do not exist for a plugin without any', async () => {
    const cli = cliWith();
    expect(await cli.run(['plain', 'x'], { loadPlugins })).toBe(1);
    expect(cli.err()).toContain("unknown command 'plain'");
  });
});

describe('oracle keys', () => {
  const loadPlugins = async () => [
    definePlugin({ name: 'sampling', version: '1.0.0', manifest, scopes: { sampling: 'sample designs' } }),
  ];
  const create = (cli: TestCli, ...args: string[]) => cli.run(['keys', 'create', ...args], { loadPlugins });

  it('prints the key alone on stdout, and lists it without its secret', async () => {
    const cli = cliWith();
    expect(await create(cli, '--name', 'ci', '--scope', 'chat,sampling', '--expires', '90d')).toBe(0);
    expect(cli.out()).toMatch(/^orc_\S+\n$/);
    const key = cli.out().trim();
    expect(cli.err()).toMatch(/Key 'ci' \(\w+\), valid until \d{4}-\d\d-\d\d, for: chat, sampling\./);
    const list = cliWith();
    expect(await list.run(['keys', 'list'])).toBe(0);
    expect(list.err()).toContain('There are no keys.');
    await cli.run(['keys', 'list']);
    expect(cli.out()).toMatch(
      /ci\s+chat,sampling\s+the owner\s+its own\s+\d{4}-\d\d-\d\d\s+never\s+active until/,
    );
    expect(cli.out().replace(`${key}\n`, '')).not.toContain(key);
  });

  it('names who acts when a key is used, and takes nothing but a DID for it', async () => {
    const cli = cliWith();
    expect(await create(cli, '--name', 'v', '--scope', 'chat', '--did', 'did:ixo:validator/9')).toBe(0);
    await cli.run(['keys', 'list']);
    expect(cli.out()).toMatch(/v\s+chat\s+did:ixo:validator\/9\s/);
    expect(await create(cli, '--name', 'w', '--scope', 'chat', '--did', 'nobody')).toBe(1);
    expect(cli.err()).toContain("'nobody' is no DID.");
  });

  it('makes a key that is the owner, and says whose data each key sees', async () => {
    const cli = cliWith();
    expect(await create(cli, '--name', 'me', '--scope', 'chat', '--owner', '--did', 'did:ixo:x')).toBe(1);
    expect(cli.err()).toContain('either the owner or another DID');
    expect(await create(cli, '--name', 'me', '--scope', 'chat', '--owner')).toBe(1);
    expect(cli.err()).toContain('no signing identity');
    const withIdentity = cliWith({ env: { SIGNING_MNEMONIC: `${'abandon '.repeat(11)}about` } });
    expect(await create(withIdentity, '--name', 'me', '--scope', 'chat', '--owner')).toBe(0);
    expect(await create(withIdentity, '--name', 'bot', '--scope', 'chat')).toBe(0);
    await withIdentity.run(['keys', 'list']);
    expect(withIdentity.out()).toMatch(/me\s+chat\s+did:key:z\w+\s+of its DID\s/);
    expect(withIdentity.out()).toMatch(/bot\s+chat\s+the owner\s+its own\s/);
  });

  it('invites a person by a link, shows who is there, and ends them', async () => {
    const cli = cliWith({ env: { SIGNING_MNEMONIC: `${'abandon '.repeat(11)}about` } });
    const run = (...args: string[]) => cli.run(args, { loadPlugins });
    const until = ['--until', '2999-01-31'];
    expect(await run('invite', '--name', 'Vera', '--scope', 'chat,sampling', ...until)).toBe(0);
    expect(cli.out()).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1):\d+\/#login=[\w-]+\.[\w-]+\n$/);
    expect(cli.err()).toMatch(/^Vera \(did:key:z6Mk\w+\), until 2999-01-31, may: chat, sampling\.\n/);
    expect(await run('people', 'link', 'Vera')).toBe(0);
    await run('people', 'list');
    expect(cli.out()).toMatch(/\nVera +invited +chat,sampling +\S+ +2999-01-31 +never +did:key:z6Mk/);
    expect(await run('people', 'end', 'Vera')).toBe(0);
    expect(await run('people', 'end', 'Vera')).toBe(1);
    expect(await run('people', 'link', 'Vera')).toBe(1);
    expect(cli.err()).toContain("Error: Nobody here is called 'Vera', or not any more.");
    for (const time of ['soon', '2999-02-31'])
      expect(await run('invite', '--name', 'X', '--scope', 'chat', '--until', time)).toBe(1);
  });

  it('gives a key a new secret, alone on stdout, and says until when the old one holds', async () => {
    const cli = cliWith();
    await create(cli, '--name', 'ci', '--scope', 'chat');
    const old = cli.out().trim();
    expect(await cli.run(['keys', 'rotate', 'ci', '--grace', '24h'])).toBe(0);
    const renewed = cli.out().trim().split('\n')[1] ?? '';
    expect(renewed).toMatch(/^orc_\S+$/);
    expect(renewed.slice(0, 17)).toBe(old.slice(0, 17));
    expect(renewed).not.toBe(old);
    expect(cli.err()).toMatch(
      /Key 'ci' \(\w+\) has a new secret; the old one holds too until [\d-]+ [\d:]+ UTC\./,
    );
    expect(await cli.run(['keys', 'rotate', old.slice(4, 16)])).toBe(0);
    expect(cli.err()).toContain('the old one is refused from now on.');
    await cli.run(['keys', 'list']);
    expect(cli.out()).toMatch(/never\s+active\n$/);
    expect(await cli.run(['keys', 'rotate', 'nobody'])).toBe(1);
    expect(cli.err()).toContain("Error: There is no active key 'nobody'.");
    expect(await cli.run(['keys', 'rotate', '--grace', '24h'])).toBe(1);
    expect(cli.err()).toContain('The master key has no grace');
  });

  it('revokes by name, once', async () => {
    const cli = cliWith();
    await create(cli, '--name', 'ci', '--scope', 'chat', 'admin');
    expect(await cli.run(['keys', 'revoke', 'ci'])).toBe(0);
    expect(await cli.run(['keys', 'revoke', 'ci'])).toBe(1);
    expect(cli.err()).toContain("Error: There is no active key 'ci'.");
    const json = cliWith();
    expect(json.out()).toBe('');
    await cli.run(['keys', 'list', '--json']);
    expect(JSON.parse(cli.out().slice(cli.out().indexOf('[')))).toEqual([
      expect.objectContaining({ name: 'ci', scopes: ['chat', 'admin'], revokedAt: expect.any(Number) }),
    ]);
  });

  it.each([
    [['--scope', 'smapling'], "There is no scope 'smapling'. Did you mean 'sampling'?"],
    [['--scope', ' , '], 'A key needs at least one scope.'],
  ])('refuses %j and lists the known scopes', async (args, words) => {
    const cli = cliWith();
    expect(await create(cli, '--name', 'ci', ...args)).toBe(1);
    expect(cli.out()).toBe('');
    expect(cli.err()).toContain(words);
    expect(cli.err()).toMatch(
      /Known scopes: chat \(.*\), admin \(.*\), keys \(.*\), sampling \(sample designs\)\./,
    );
  });

  it('refuses a blank name and a duration that is none', async () => {
    const cli = cliWith();
    expect(await create(cli, '--name', ' ', '--scope', 'chat')).toBe(1);
    expect(await create(cli, '--name', 'a', '--scope', 'chat', '--expires', 'soon')).toBe(1);
    expect(cli.err()).toMatch(/A key needs a name\.[\s\S]*'soon' is no duration\./);
  });
});

describe('small parts', () => {
  it.each([
    ['30m', 1_800_000],
    ['12h', 43_200_000],
    ['90d', 7_776_000_000],
    ['4w', 2_419_200_000],
  ])('reads %s', (text, ms) => expect(parseDuration(text)).toBe(ms));
  it.each(['', '0d', '-1d', '1.5h', '90', 'd', '90 d', '1y'])('refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
  it('aligns columns', () => {
    expect(
      alignRows([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toBe('a    bb\nccc  d\n');
  });
});
