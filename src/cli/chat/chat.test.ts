import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadIdentity } from '../../auth/index.js';
import { type TestCli, type TestCliOptions, testCli } from '../../testing/test-cli.js';
import { type Step, startTestOracle, type TestOracle, type TestOracleOptions } from './test-oracle.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const cliWith = (options?: TestCliOptions): TestCli => {
  const cli = testCli(options);
  closing.push(() => cli.remove());
  return cli;
};
const oracleWith = async (
  scripts: readonly (readonly Step[])[],
  options?: TestOracleOptions,
): Promise<TestOracle> => {
  const oracle = await startTestOracle(scripts, options);
  closing.push(() => oracle.close());
  return oracle;
};

const run = { event: 'run', data: { runId: 'run1', sessionId: 's1' } };
const say = (content: string) => ({ event: 'message', data: { content } });
const done = { event: 'done', data: { finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } } };
const call = (status: string, extra: object = {}) => ({
  event: 'tool_call',
  data: {
    id: 'c1',
    name: 'get_current_weather',
    plugin: 'weather',
    args: { city: 'Berlin' },
    status,
    ...extra,
  },
});
const ask = (oracle: TestOracle, ...more: string[]) => [
  '--chat',
  '--url',
  oracle.url,
  '--token',
  'key',
  '--message',
  'hello',
  ...more,
];

describe('one message', () => {
  it('prints the text on stdout and the tools on stderr, and exits 0', async () => {
    const oracle = await oracleWith([
      [
        run,
        { event: 'capability', data: { loaded: ['weather'] } },
        call('running'),
        call('done', { ms: 12, output: {} }),
        say('It is '),
        say('mild.'),
        done,
      ],
    ]);
    const cli = cliWith();
    expect(await cli.run(ask(oracle))).toBe(0);
    expect(cli.out()).toBe('It is mild.\n');
    expect(cli.err()).toBe(
      '  + weather\n  ✓ get_current_weather(city: "Berlin") 12 ms\nGo on with: npx oracle chat --session s1\n',
    );
    expect(
      oracle.seen.map(({ method, path, authorization, body }) => [method, path, authorization, body]),
    ).toEqual([
      ['POST', '/sessions', 'Bearer key', undefined],
      ['POST', '/messages/s1', 'Bearer key', { message: 'hello', stream: true }],
    ]);
  });

  it('rewrites the line of a running tool in place on a terminal', async () => {
    const oracle = await oracleWith([
      [run, call('running'), call('error', { ms: 3, error: 'no such city' }), done],
    ]);
    const cli = cliWith({ richErrors: true });
    await cli.run(ask(oracle));
    expect(cli.err()).toBe(
      '  … get_current_weather(city: "Berlin")\r\u001b[2K  ✗ get_current_weather(city: "Berlin") 3 ms: no such city\nGo on with: npx oracle chat --session s1\n',
    );
  });

  it.each([
    [
      'error',
      { code: 'model_failed', message: 'The model refused.', hint: 'Check the key.' },
      1,
      'Error: The model refused.\n  Check the key.\n',
    ],
    ['cancelled', {}, 130, 'Cancelled.\n'],
    [
      'interrupted',
      { approvals: [{ id: 'c1', tool: 'pay', args: {}, summary: 'pay 5 tokens' }] },
      3,
      'Waiting for approval: pay 5 tokens\nDecide it with: npx oracle chat --session s1 --approve, or --decline\n',
    ],
  ])('fails when the run ends with %s', async (event, data, code, words) => {
    const oracle = await oracleWith([[run, say('Hm'), { event, data }]]);
    const cli = cliWith();
    expect(await cli.run(ask(oracle))).toBe(code);
    expect(cli.out()).toBe('Hm\n');
    expect(cli.err()).toContain(words);
  });

  it('prints raw events as one JSON object a line', async () => {
    const oracle = await oracleWith([[run, say('x'), done]]);
    const cli = cliWith();
    expect(await cli.run(ask(oracle, '--json'))).toBe(0);
    expect(
      cli
        .out()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { event: 'run', id: 'run1:1', data: run.data },
      { event: 'message', id: 'run1:2', data: { content: 'x' } },
      { event: 'done', id: 'run1:3', data: done.data },
    ]);
  });

  it.each([
    ['--approve', true, 'Approved: pay 5\nApproved: pay 6\n'],
    ['--decline', false, 'Declined: pay 5\nDeclined: pay 6\n'],
  ])('decides all that waits in a session with %s', async (flag, approved, words) => {
    const approvals = ['5', '6'].map((n) => ({ id: `c${n}`, tool: 'pay', args: {}, summary: `pay ${n}` }));
    const oracle = await oracleWith([
      [run, { event: 'interrupted', data: { approvals } }],
      [run, say('Well.'), done],
    ]);
    const at = ['chat', '--url', oracle.url, '--token', 'k'];
    await cliWith().run([...at, '--message', 'pay both']);
    const cli = cliWith();
    expect(await cli.run([...at, '--session', 's1', flag])).toBe(0);
    expect(oracle.seen.at(-1)).toMatchObject({
      path: '/messages/s1/approvals',
      body: {
        decisions: [
          { id: 'c5', approved },
          { id: 'c6', approved },
        ],
      },
    });
    expect(cli.out()).toBe('Well.\n');
    expect(cli.err()).toBe(words);
    const again = cliWith();
    expect(await again.run([...at, '--session', 's1', flag])).toBe(1);
    expect(again.err()).toContain('Nothing in this session waits for an approval.');
  });

  it.each([
    [['--approve']],
    [['--session', 's1', '--approve', '--decline']],
    [['--session', 's1', '--decline', '--message', 'x']],
  ])('refuses the decision %j before it connects', async (flags) => {
    const oracle = await oracleWith([]);
    const cli = cliWith();
    expect(await cli.run(['chat', '--url', oracle.url, '--token', 'k', ...flags])).toBe(1);
    expect(cli.err()).toContain('oracle chat --session <id> --approve');
    expect(oracle.seen).toEqual([]);
  });

  it('goes on with the session it is given', async () => {
    const oracle = await oracleWith([[run, done]]);
    await cliWith().run(ask(oracle, '--session', 'a b'));
    expect(oracle.seen.map(({ path }) => path)).toEqual(['/messages/a%20b']);
  });

  it('keeps control sequences of the model off the terminal', async () => {
    const oracle = await oracleWith([[run, say('a\u001b[2Jb\u0007\r\n\tc\u009b1m\u202e'), done]]);
    const cli = cliWith();
    await cli.run(ask(oracle));
    expect(cli.out()).toBe('a\\u{1b}[2Jb\\u{7}\n\tc\\u{9b}1m\\u{202e}\n');
  });
});

describe('a connection that drops', () => {
  it('is rejoined after the last event, as often as needed, without gap or repeat', async () => {
    const oracle = await oracleWith([['drop', run, say('a'), 'drop', say('b'), 'drop', say('c'), done]], {
      down: 1,
    });
    const cli = cliWith();
    expect(await cli.run(ask(oracle))).toBe(0);
    expect(cli.out()).toBe('abc\n');
    const rejoins = oracle.seen.filter(({ method }) => method === 'GET');
    expect(rejoins.map(({ path, lastEventId }) => [path, lastEventId])).toEqual([
      ['/messages/s1/runs/run1', undefined],
      ['/messages/s1/runs/run1', undefined],
      ['/messages/s1/runs/run1', 'run1:2'],
      ['/messages/s1/runs/run1', 'run1:3'],
    ]);
    expect(
      oracle.seen.filter(({ method, path }) => method === 'POST' && path === '/messages/s1'),
    ).toHaveLength(1);
  });

  it('ends with words when the oracle does not come back', async () => {
    const oracle = await oracleWith([[run, say('a'), 'drop', done]], { down: 1000 });
    const cli = cliWith();
    expect(await cli.run(ask(oracle))).toBe(1);
    expect(cli.out()).toBe('a\n');
    expect(cli.err()).toContain(
      'Error: The connection to the oracle was lost before the answer was complete.',
    );
  });
});

describe('Ctrl-C', () => {
  it('cancels the run and waits for its end', async () => {
    const oracle = await oracleWith([[run, say('a'), 'until-abort', { event: 'cancelled', data: {} }]]);
    const cli = cliWith();
    const code = cli.run(ask(oracle));
    await oracle.waiting;
    cli.interrupt();
    expect(await code).toBe(130);
    expect(oracle.seen.at(-1)).toMatchObject({ method: 'POST', path: '/messages/s1/abort' });
    expect(cli.exits).toEqual([]);
  });

  it('goes on with the next line that a person types, where the terminal can do no more than lines', async () => {
    for (const byHand of [true, false]) {
      const cancelled = { event: 'cancelled', data: {} };
      const oracle = await oracleWith([
        [run, say('a'), 'until-abort', cancelled],
        [run, say('second'), done],
      ]);
      const cli = cliWith({ lines: ['one', 'two'], byHand });
      const code = cli.run(['chat', '--url', oracle.url, '--token', 'k']);
      await oracle.waiting;
      cli.interrupt();
      expect(await code).toBe(byHand ? 0 : 130);
      expect(cli.out().includes('second')).toBe(byHand);
    }
  });

  it('leaves at once the second time', async () => {
    const oracle = await oracleWith([[run, 'until-abort', 'until-abort', done]]);
    const cli = cliWith();
    const code = cli.run(ask(oracle));
    await oracle.waiting;
    cli.interrupt();
    cli.interrupt();
    expect(cli.exits).toEqual([130]);
    await code;
  });
});

describe('a conversation', () => {
  it('keeps its thread over the lines of a person, and survives a failed message', async () => {
    const oracle = await oracleWith([
      [run, say('one'), done],
      [run, { event: 'error', data: { code: 'model_failed', message: 'no' } }],
      [run, say('three'), done],
    ]);
    const cli = cliWith({ answers: ['first', ' ', 'second', '/new', 'third', '/quit'] });
    expect(await cli.run(['chat', '--url', oracle.url, '--token', 'k'])).toBe(0);
    expect(oracle.seen.map(({ path }) => path)).toEqual([
      '/sessions',
      '/messages/s1',
      '/messages/s1',
      '/sessions',
      '/messages/s2',
    ]);
    expect(cli.out()).toContain('one\n');
    expect(cli.out()).toContain('three\n');
  });

  it('asks the person for each approval and goes on', async () => {
    const approvals = [
      { id: 'c1', tool: 'pay', args: {}, summary: 'pay 5' },
      { id: 'c2', tool: 'pay', args: {}, summary: 'pay 6' },
    ];
    const oracle = await oracleWith([
      [run, { event: 'interrupted', data: { approvals } }],
      [run, say('paid'), done],
    ]);
    const cli = cliWith({ answers: ['pay', 'y', 'no'] });
    await cli.run(['chat', '--url', oracle.url, '--token', 'k']);
    expect(oracle.seen.at(-1)).toMatchObject({
      path: '/messages/s1/approvals',
      body: {
        decisions: [
          { id: 'c1', approved: true },
          { id: 'c2', approved: false },
        ],
        stream: true,
      },
    });
    expect(cli.out()).toContain('1 of 2: Allow pay 5? [y/N/e/?] ');
    expect(cli.out()).toContain('paid');
  });

  it('asks on one line that the arguments of a call can neither redraw nor hide', async () => {
    const summary = `vfs: delete /all\u001b[2K\rAllow vfs: read /a?\n\u202etxt${' '.repeat(300)}${'x'.repeat(400)}`;
    const approvals = [{ id: 'c1', tool: 'delete', args: {}, summary }];
    const oracle = await oracleWith([
      [run, { event: 'interrupted', data: { approvals } }],
      [run, done],
    ]);
    const cli = cliWith({ answers: ['tidy up', 'n'] });
    await cli.run(['chat', '--url', oracle.url, '--token', 'k']);
    const question = /Allow (.*)\? \[y\/N\/e\/\?\] /.exec(cli.out())?.[1] ?? '';
    expect(question).toBe(
      `vfs: delete /all\\u{1b}[2K\\rAllow vfs: read /a?\\n\\u{202e}txt ${'\\u{20}'.repeat(299)}${'x'.repeat(400)}`,
    );
  });

  it('takes a plain yes or no from a pipe for what waits, and ends at any other line', async () => {
    const approvals = [{ id: 'c1', tool: 'pay', args: {}, summary: 'pay 5' }];
    const waits = [run, { event: 'interrupted', data: { approvals } }];
    const said = async (...lines: string[]) => {
      const oracle = await oracleWith([waits, [run, say('paid'), done]]);
      const code = await cliWith({ lines }).run(['chat', '--url', oracle.url, '--token', 'k']);
      return [code, ...oracle.seen.slice(1).map(({ body }) => (body as { message: string }).message)];
    };
    expect(await said('pay', '', 'Yes.')).toEqual([0, 'pay', 'Yes.']);
    expect(await said('pay', 'and the weather?')).toEqual([3, 'pay']);
    expect(await said('pay')).toEqual([3, 'pay']);
  });

  it('takes lines from a pipe and ends at the first that fails', async () => {
    const oracle = await oracleWith([
      [run, say('one'), done],
      [run, { event: 'error', data: { code: 'x', message: 'no' } }],
    ]);
    const cli = cliWith({ lines: ['first', '', 'second', 'never sent'] });
    expect(await cli.run(['chat', '--url', oracle.url, '--token', 'k'])).toBe(1);
    expect(oracle.seen.filter(({ path }) => path === '/messages/s1').map(({ body }) => body)).toEqual([
      { message: 'first', stream: true },
      { message: 'second', stream: true },
    ]);
  });
});

describe('which oracle, and as whom', () => {
  it('prefers --token to ORACLE_TOKEN', async () => {
    const oracle = await oracleWith([
      [run, done],
      [run, done],
    ]);
    const cli = cliWith({ env: { ORACLE_TOKEN: 'from-env' } });
    await cli.run(['chat', '--url', oracle.url, '--message', 'x']);
    await cli.run(ask(oracle));
    const tokens = oracle.seen
      .filter(({ path }) => path.startsWith('/messages'))
      .map(({ authorization }) => authorization);
    expect(tokens).toEqual(['Bearer from-env', 'Bearer key']);
  });

  it('logs in with the local identity at a local oracle', async () => {
    const oracle = await oracleWith([[run, done]]);
    const cli = cliWith({ env: { PORT: String(oracle.port) } });
    await loadIdentity({ dataDir: join(cli.dir, 'data'), create: true });
    expect(await cli.run(['chat', '--message', 'x'])).toBe(0);
    const login = oracle.seen.find(({ path }) => path === '/auth/session');
    expect(login?.body).toEqual({ code: expect.stringMatching(/^\S{20,}$/) });
    expect(oracle.seen.at(-1)?.authorization).toBe('Bearer session-token');
  });

  it('says what is missing without a local identity', async () => {
    const oracle = await oracleWith([]);
    const cli = cliWith({ env: { PORT: String(oracle.port) } });
    expect(await cli.run(['chat', '--message', 'x'])).toBe(1);
    expect(cli.err()).toMatch(
      /^Error: There is no signing identity in .*\n {2}Run `oracle start --create-identity`/,
    );
  });

  it('boots an oracle for the conversation when none listens, and closes it', async () => {
    const oracle = await oracleWith([[run, say('hi'), done]]);
    const cli = cliWith({ env: { PORT: String(await freePort()) } });
    const close = vi.fn(async () => undefined);
    const startEphemeral = async () => ({
      url: oracle.url,
      app: { loginLink: async () => `${oracle.url}/#login=the-code` },
      close,
    });
    expect(await cli.run(['--chat', '--message', 'x'], { startEphemeral })).toBe(0);
    expect(cli.out()).toBe('hi\n');
    expect(oracle.seen[0]?.body).toEqual({ code: 'the-code' });
    expect(close).toHaveBeenCalledOnce();
  });

  it('keeps what the oracle in this process warns of out of what is drawn', async () => {
    const oracle = await oracleWith([[run, say('hi'), done]]);
    const cli = cliWith({
      env: { PORT: String(await freePort()) },
      answers: ['x'],
      screen: { columns: 80, rows: 24 },
    });
    const startEphemeral = async (log: (line: string) => void) => {
      log('at boot\n');
      return {
        url: oracle.url,
        app: { loginLink: async () => `${oracle.url}/#login=the-code` },
        // A log that is written late is not lost.
        close: async () => log('at the end\n'),
      };
    };
    expect(await cli.run(['chat'], { startEphemeral })).toBe(0);
    expect(cli.err()).toMatch(/^at boot\nSession .*leaves\.\n+at the end\n$/s);
  });

  it('never sends a login code to another machine', async () => {
    const cli = cliWith();
    await loadIdentity({ dataDir: join(cli.dir, 'data'), create: true });
    expect(await cli.run(['chat', '--url', 'http://oracle.invalid', '--message', 'x'])).toBe(1);
    expect(cli.err()).toContain('A credential is needed for http://oracle.invalid.');
  });

  it.each([
    ['ftp://x', '--url must be an address'],
    ['http://u:hunter2@127.0.0.1', '--url must not hold a password'],
  ])('refuses --url %s', async (url, words) => {
    const cli = cliWith();
    expect(await cli.run(['chat', '--url', url, '--message', 'x'])).toBe(1);
    expect(cli.err()).toContain(words);
    expect(cli.err()).not.toContain('hunter2');
  });
});

describe('refusals', () => {
  it('shows detail and hint of a problem', async () => {
    const refuse = {
      status: 409,
      body: { code: 'run_active', detail: 'A run is active.', hint: 'Wait for it.' },
    };
    const oracle = await oracleWith([], { refuse });
    const cli = cliWith();
    expect(await cli.run(ask(oracle))).toBe(1);
    expect(cli.err()).toBe('Error: A run is active.\n  Wait for it.\n');
  });

  it('says so when nothing listens', async () => {
    const cli = cliWith();
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await cli.run(['chat', '--url', url, '--token', 'k', '--message', 'x'])).toBe(1);
    expect(cli.err()).toBe(
      `Error: The oracle at ${url} cannot be reached (ECONNREFUSED).\n  Start it with \`oracle start\`, or name another with --url.\n`,
    );
  });

  it('says so when what listens is no oracle', async () => {
    const server = createServer((_, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const cli = cliWith();
    const { port } = server.address() as AddressInfo;
    expect(
      await cli.run(['chat', '--url', `http://127.0.0.1:${port}`, '--token', 'k', '--message', 'x']),
    ).toBe(1);
    expect(cli.err()).toContain('no oracle of this kind');
  });

  it('lists the faults of the configuration without a stack', async () => {
    const cli = cliWith();
    writeFileSync(join(cli.dir, '.env'), 'PORT=x\nnonsense\n');
    expect(await cli.run(['chat', '--message', 'x'])).toBe(1);
    expect(cli.err()).toMatch(/^Error: The configuration has 2 faults:\n {2}\.env:2: .*\n {2}\.env:1 PORT: /);
    expect(cli.err()).not.toMatch(/\n\s+at /);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
