import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, definePlugin, defineTool } from '../../plugin/index.js';
import { startTestOracle, type TestOracle } from '../../testing/index.js';
import { type TestCli, testCli } from '../../testing/test-cli.js';
import { isSlashCommand } from './slash-commands.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const paid: unknown[] = [];
const bank = definePlugin({
  name: 'bank',
  version: '1.0.0',
  manifest: { title: 'Bank', summary: 'Pays.', whenToUse: ['pay'], loading: 'always' },
  commandGroup: { name: 'money', summary: 'what there is', usual: 'count' },
  commands: [
    {
      name: 'count',
      summary: 'counts it',
      arguments: [{ name: 'what', many: true, optional: true }],
      async run(args, _, io) {
        const { url } = await io.connect({});
        io.stdout(`counted ${args.join('|')} at ${url}\n`);
        return 0;
      },
    },
  ],
  setup: () => ({
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays somebody.',
        input: z.object({ to: z.string(), amount: z.number() }),
        approval: 'always',
        describe: ({ to, amount }) => `Pay ${amount} to ${to}`,
        run: (args) => {
          paid.push(args);
          return 'paid';
        },
      }),
    ],
  }),
});

async function oracleWith(
  script: NonNullable<Parameters<typeof startTestOracle>[0]>['script'],
): Promise<TestOracle> {
  paid.length = 0;
  const oracle = await startTestOracle({ plugins: [bank], ...(script === undefined ? {} : { script }) });
  closing.push(() => oracle.close());
  return oracle;
}

/** What a person who types these lines sees. */
async function talk(
  oracle: TestOracle,
  answers: readonly string[],
  { env = {}, prepare }: { env?: NodeJS.ProcessEnv; prepare?: (cli: TestCli) => void } = {},
): Promise<TestCli> {
  const { Authorization: bearer = '' } = await oracle.owner.credential();
  const cli = testCli({ answers, env: { ORACLE_TOKEN: bearer.replace('Bearer ', ''), ...env } });
  closing.push(() => cli.remove());
  prepare?.(cli);
  expect(await cli.run(['chat', '--url', oracle.url], { loadPlugins: async () => [bank] }), cli.err()).toBe(
    0,
  );
  return cli;
}
const pays = (...calls: { to: string; amount: number }[]) => ({
  text: '',
  toolCalls: calls.map((args, at) => ({ name: 'pay', args, id: `p${at}` })),
});

it('knows a command from a path, and from a text of several lines', () => {
  expect(['/new', '/new work', '/?', '/exit'].every(isSlashCommand)).toBe(true);
  expect(['/reports/2024.md', '/a.txt please', ' /new', 'new', '/new\nx', '/'].some(isSlashCommand)).toBe(
    false,
  );
});

describe('commands', () => {
  it('answer again, list, search, go on with, save and title conversations', async () => {
    const oracle = await oracleWith([
      { text: 'Four.' },
      { text: 'It is four.' },
      { text: 'Green.' },
      { text: 'As I said.' },
    ]);
    const cli = await talk(oracle, [
      'two and two?',
      '/retry',
      '/new colours',
      'which?',
      '/sessions',
      '/sessions four',
      '/sessions 1',
      '/export',
      '/export',
      '/export all.json',
      'again',
    ]);
    expect(cli.out()).toMatch(/> Four\.\n\n> It is four\.\n[\n> ]+Green\.\n/);
    expect(cli.out()).toMatch(/1 {2}\S+ \S+ {2}colours\n2 {2}\S+ \S+ {2}two and two\?\n/);
    expect(cli.out()).toMatch(/1 {2}\S+ \S+ {2}two and two\?\n {3}.*four/);
    const file = /Saved (session-\w{8}\.md)/.exec(cli.err())?.[1] ?? '';
    expect(readFileSync(join(cli.dir, file), 'utf8')).toContain('It is four.');
    expect(statSync(join(cli.dir, file)).mode & 0o777).toBe(0o600);
    expect(cli.err()).toContain(`Error: ${file} is there already.`);
    expect(JSON.parse(readFileSync(join(cli.dir, 'all.json'), 'utf8'))).toBeTypeOf('object');
    expect(oracle.model.requests.at(-1)?.body.messages.at(-1)?.content).toContain('again');
  });

  it('take files of this machine along with one message', async () => {
    const oracle = await oracleWith([{ text: 'Read.' }, { text: 'Hm.' }]);
    const cli = await talk(oracle, ['/attach list.csv', '/attach none', 'read it', 'and now?'], {
      prepare: ({ dir }) => writeFileSync(join(dir, 'list.csv'), 'id\n1\n'),
    });
    expect(cli.err()).toContain('list.csv will go with the next message.');
    expect(cli.err()).toContain('There is no file none to attach.');
    const said = oracle.model.requests.map(({ body }) => body.messages.at(-1)?.content);
    expect(said[0]).toContain('- list.csv (text/csv): inline');
    expect(said[1]).toBe('and now?');
  });

  it('run what plugins bring, at the oracle that is talked to', async () => {
    const oracle = await oracleWith(undefined);
    const cli = await talk(oracle, [
      '/money "two words" x',
      '/money',
      '/money count --nope',
      '/money count --help',
      '/mony',
      '/help',
    ]);
    expect(cli.out()).toContain(`counted two words|x at ${oracle.url}\n`);
    expect(cli.out()).toContain(`counted  at ${oracle.url}\n`);
    expect(cli.err()).toContain("error: unknown option '--nope'");
    expect(cli.err()).toContain("There is no /mony. Did you mean '/money'?");
    expect(cli.out()).toMatch(/\n\/money … +what there is\n/);
    expect(cli.out()).toContain('Usage: /money count [options] [what...]\n');
  });

  it('take back the last change under the approval of what takes it back', async () => {
    const written: string[] = [];
    const oracle = await startTestOracle({
      plugins: [
        definePlugin({
          name: 'notes',
          version: '1.0.0',
          capabilities: [
            {
              name: 'notes',
              manifest: { title: 'Notes', summary: 'Notes.', whenToUse: ['note'], loading: 'always' },
              operations: ['add_note', 'drop_note'],
            },
          ],
          setup: () => ({
            operations: [
              defineOperation({
                name: 'add_note',
                title: 'Add a note',
                description: 'Adds a note.',
                effect: 'write',
                scope: 'chat',
                input: z.object({ text: z.string() }),
                answer: { description: 'Added.' },
                describe: ({ text }) => `Add the note ${text}`,
                undo: ({ text }) => ({ operation: 'drop_note', input: { text } }),
                run: ({ text }) => {
                  written.push(text);
                  return {};
                },
              }),
              defineOperation({
                name: 'drop_note',
                title: 'Drop a note',
                description: 'Drops a note.',
                effect: 'destructive',
                scope: 'chat',
                input: z.object({ text: z.string() }),
                answer: { description: 'Dropped.' },
                describe: ({ text }) => `Drop the note ${text}`,
                run: ({ text }) => {
                  written.splice(written.indexOf(text), 1);
                  return {};
                },
              }),
            ],
          }),
        }),
      ],
      script: [
        { text: '', toolCalls: [{ name: 'add_note', args: { text: 'milk' }, id: 'n1' }] },
        { text: 'Noted.' },
        { text: 'Gone.' },
      ],
    });
    closing.push(() => oracle.close());
    const cli = await talk(oracle, ['note milk', '/undo', 'y']);
    expect(cli.out()).toContain(
      'Allow notes: Drop the note milk; it takes back: Add the note milk? [y/N/e/?] ',
    );
    expect(written).toEqual([]);

    // What cannot be taken back names what was before it, and how to say that here.
    oracle.model.push(
      { text: '', toolCalls: [{ name: 'add_note', args: { text: 'tea' }, id: 'n2' }] },
      { text: 'Noted.' },
      { text: '', toolCalls: [{ name: 'drop_note', args: { text: 'milk' }, id: 'n3' }] },
      { text: 'Dropped.' },
      { text: 'Gone.' },
    );
    const next = await talk(oracle, ['note tea', 'drop milk', 'y', '/undo', '/undo earlier', 'y']);
    expect(next.err()).toMatch(
      /cannot be taken back: Drop the note milk\.\n {2}Before it: Add the note tea\. To take that back: \/undo earlier\n/,
    );
    expect(next.out()).toContain('it takes back: Add the note tea? [y/N/e/?] ');
    expect(written).toEqual([]);
  });

  it('join the answer that is just being made in a conversation that is taken up', async () => {
    const words = Array.from({ length: 20 }, (_, at) => `word${at} `);
    const oracle = await oracleWith([{ text: words, chunkDelayMs: 60 }]);
    const session = String((await oracle.owner.post('/sessions')).at('sessionId'));
    const asking = oracle.owner.post(`/messages/${session}`, { message: 'Tell me' });
    await expect.poll(() => oracle.model.requests.length).toBe(1);
    const cli = await talk(oracle, ['/sessions', '/sessions 2', '/exit']);
    expect(cli.out()).toContain(`> Tell me\n\n${words.join('').trim()}`);
    expect(cli.out().match(/word0/g)).toHaveLength(1);
    expect((await asking).at('finishReason')).toBe('stop');
  });

  it('say that there is nothing to undo, answer again, or show', async () => {
    const oracle = await oracleWith(undefined);
    const cli = await talk(oracle, ['/undo', '/retry', '/more', '/attach', '/exit', 'never said']);
    expect(cli.err()).toMatch(/Error: Nothing was changed.*\n.*Error: Nothing was said yet/s);
    expect(cli.out()).toContain('There is nothing more.');
    // Nothing was said, so that nothing stays.
    expect((await oracle.owner.get('/sessions')).at('sessions')).toEqual([]);
  });
});

describe('approvals', () => {
  it('say what happens to what, number several, show arguments, and take only a yes for one', async () => {
    const oracle = await oracleWith([
      pays({ to: 'Ann', amount: 5 }, { to: 'Bob', amount: 6 }, { to: 'Eve', amount: 7 }),
      { text: 'Done.' },
    ]);
    const cli = await talk(oracle, ['pay them', '?', 'y', 'yes please', '']);
    expect(cli.out()).toContain(
      '1 of 3: Allow bank: Pay 5 to Ann? [y/N/e/?]   pay\n    to: Ann\n    amount: 5\n',
    );
    expect(cli.out()).toContain('3 of 3: Allow bank: Pay 7 to Eve? [y/N/e/?] ');
    expect(paid).toEqual([{ to: 'Ann', amount: 5 }]);
  });

  it('show arguments so that nothing in them hides or acts', async () => {
    const oracle = await oracleWith([
      pays({ to: 'Ann\u001b[1A\u202e\nand Bob', amount: 1 }),
      { text: 'Done.' },
    ]);
    const cli = await talk(oracle, ['pay', '?', 'n']);
    expect(cli.out()).toContain('    to: Ann\\u{1b}[1A\\u{202e}\n      and Bob\n    amount: 1\n');
    expect(paid).toEqual([]);
  });

  it('let arguments be changed field by field, and ask again with what came of it', async () => {
    const oracle = await oracleWith([pays({ to: 'Ann', amount: 500 }), { text: 'Done.' }]);
    const cli = await talk(oracle, ['pay', 'e', 'Ann B.', 'fifty', '50', 'y']);
    expect(cli.err()).toContain('This is no JSON.');
    expect(cli.out()).toContain('Allow pay(to: "Ann B.", amount: 50), as you changed it? [y/N/e/?] ');
    expect(paid).toEqual([{ to: 'Ann B.', amount: 50 }]);
    expect(existsSync(join(cli.dir, 'data', 'chat-history'))).toBe(false);
  });

  it('are asked for again where the changed arguments do not fit', async () => {
    const oracle = await oracleWith([pays({ to: 'Ann', amount: 500 }), { text: 'Done.' }]);
    const cli = await talk(oracle, ['pay', 'e', 'Ann', '"much"', 'y', 'y']);
    expect(cli.err()).toContain('do not fit the tool: decisions.0.args.amount: ');
    expect(cli.out().match(/Allow bank: Pay 500 to Ann\?/g)).toHaveLength(2);
    expect(paid).toEqual([{ to: 'Ann', amount: 500 }]);
  });

  it('open the editor of the person, and leave the call as it was when that ends badly', async () => {
    const oracle = await oracleWith([pays({ to: 'Ann', amount: 500 }), { text: 'Done.' }]);
    const cli = await talk(oracle, ['pay', 'e', 'y'], { env: { EDITOR: 'sed -i s/500/5/' } });
    expect(paid).toEqual([{ to: 'Ann', amount: 5 }]);
    expect(cli.out()).toContain('as you changed it');

    const other = await oracleWith([pays({ to: 'Ann', amount: 500 }), { text: 'Done.' }]);
    const badly = await talk(other, ['pay', 'e', 'y'], { env: { EDITOR: 'false' } });
    expect(badly.err()).toContain("The editor 'false' did not end well.");
    expect(paid).toEqual([{ to: 'Ann', amount: 500 }]);
  });
});

describe('Ctrl-C at an approval', () => {
  it('cancels the whole turn: nothing runs, and nothing waits any more', async () => {
    const oracle = await oracleWith([
      pays({ to: 'Ann', amount: 5 }, { to: 'Bob', amount: 6 }, { to: 'Eve', amount: 7 }),
    ]);
    // The end of the answers is the person who leaves the question.
    const cli = await talk(oracle, ['pay them', 'y']);
    expect(cli.out()).toContain('2 of 3: Allow bank: Pay 6 to Bob? [y/N/e/?] ');
    expect(cli.out()).not.toContain('3 of 3');
    expect(cli.err()).toContain('Cancelled: nothing that was asked about was done.');
    expect(paid).toEqual([]);
    expect(oracle.model.requests).toHaveLength(1);
    const sessionId = (await oracle.owner.get('/sessions')).at('sessions.0.sessionId');
    expect((await oracle.owner.get(`/sessions/${sessionId}`)).at('lastRun.status')).toBe('cancelled');
  });
});

describe('an empty conversation', () => {
  it('does not stay behind, whatever else was looked at, and one with a title does', async () => {
    const oracle = await oracleWith([{ text: 'Hi.' }]);
    await talk(oracle, ['/exit']);
    await talk(oracle, ['/new', '/new', 'hello']);
    await talk(oracle, ['/new Field work']);
    await talk(oracle, ['/sessions', '/sessions 2', '/exit']);
    const { Authorization: bearer = '' } = await oracle.owner.credential();
    const { body } = await fetch(`${oracle.url}/sessions`, { headers: { Authorization: bearer } }).then(
      async (response) => ({ body: (await response.json()) as { sessions: { title: string }[] } }),
    );
    expect(body.sessions.map(({ title }) => title)).toEqual(['Field work', 'hello']);
  });
});

describe('a terminal of few columns', () => {
  it('gets errors and the working broken between words', async () => {
    const oracle = await oracleWith([{ toolCalls: [{ name: 'pay', args: { to: 7 } }] }, { text: 'No.' }]);
    const { Authorization: bearer = '' } = await oracle.owner.credential();
    const cli = testCli({
      answers: ['pay', '/more', '/attach a-file-with-a-rather-long-name-that-is-not-there.csv', '/exit'],
      env: { ORACLE_TOKEN: bearer.replace('Bearer ', '') },
      screen: { columns: 40, rows: 24 },
    });
    closing.push(() => cli.remove());
    await cli.run(['chat', '--url', oracle.url]);
    expect(cli.err()).toContain(
      'Error: There is no file\na-file-with-a-rather-long-name-that-is-n\not-there.csv to attach.\n',
    );
    // Each line of the working is a line of whole words.
    const working = cli.out().slice(cli.out().lastIndexOf('✗ pay(')).split('\n\n')[0] ?? '';
    expect(working.split('\n').every((line) => line.length <= 40)).toBe(true);
    expect(working.replace(/\s+/g, ' ')).toMatch(/to: (?:Invalid input: )?expected string/);
  });
});

describe('a conversation that is taken up again', () => {
  it('shows what was said last and asks again for what waits', async () => {
    const oracle = await oracleWith([
      { text: 'One.' },
      { text: 'Two.' },
      pays({ to: 'Ann', amount: 5 }),
      { text: 'Paid her.' },
    ]);
    const { Authorization: bearer = '' } = await oracle.owner.credential();
    const { sessionId, say } = await oracle.chat();
    await say('first');
    await say('second');
    const once = testCli({ env: { ORACLE_TOKEN: bearer.replace('Bearer ', '') } });
    closing.push(() => once.remove());
    const chat = ['chat', '--url', oracle.url, '--session', sessionId];
    expect(await once.run([...chat, '--message', 'pay Ann'])).toBe(1);
    expect(once.err()).toContain(`Decide it with: oracle chat --session ${sessionId}\n`);

    const cli = testCli({ answers: ['y'], env: { ORACLE_TOKEN: bearer.replace('Bearer ', '') } });
    closing.push(() => cli.remove());
    expect(await cli.run(chat)).toBe(0);
    expect(cli.err()).toContain(`1 earlier message: oracle sessions show ${sessionId}\n`);
    expect(cli.out()).toMatch(
      /^\n\S+ \S+\nOne\.\n\n\S+ \S+\n> second\n\n\S+ \S+\nTwo\.\n\n\S+ \S+\n> pay Ann\n\nAllow bank: Pay 5 to Ann\? /,
    );
    expect(paid).toEqual([{ to: 'Ann', amount: 5 }]);
    expect(cli.out()).toContain('Paid her.\n');
  });

  it('says of an answer that is not whole that it is not', async () => {
    const oracle = await oracleWith([{ text: 'You need 138 house', finishReason: 'length' }]);
    const { say, sessionId } = await oracle.chat();
    await say('How many?');
    const { Authorization: bearer = '' } = await oracle.owner.credential();
    const cli = testCli({ answers: [], env: { ORACLE_TOKEN: bearer.replace('Bearer ', '') } });
    closing.push(() => cli.remove());
    expect(await cli.run(['chat', '--url', oracle.url, '--session', sessionId])).toBe(0);
    expect(cli.out()).toMatch(/138 house\n\n\(Not whole: the answer was cut at the length limit/);
  });

  it('by a number of the list asks too, and a number that the list lacks is said', async () => {
    const oracle = await oracleWith([pays({ to: 'Ann', amount: 5 }), { text: 'Paid her.' }]);
    const { say } = await oracle.chat();
    await say('pay Ann');
    const cli = await talk(oracle, ['/sessions 2', '/sessions', '/sessions 99', '/sessions 2', 'y']);
    expect(cli.err()).toContain('Error: No list was shown yet of which this could be a number.');
    expect(cli.err()).toContain('Error: There is no conversation 99: the list has 2.');
    expect(cli.out()).toMatch(/> pay Ann\n\nAllow bank: Pay 5 to Ann\? .*Paid her\./s);
    expect(paid).toEqual([{ to: 'Ann', amount: 5 }]);
  });
});

describe('oracle chat --message', () => {
  it.each([
    ['-', 'Dear oracle,\n\nhow many?'],
    ['@mail.txt', 'From a file\n'],
    ['@@all', '@all'],
  ])('%s', async (given, said) => {
    const oracle = await oracleWith([{ text: 'Read.' }]);
    const { Authorization: bearer = '' } = await oracle.owner.credential();
    const cli = testCli({
      lines: ['Dear oracle,', '', 'how many?'],
      env: { ORACLE_TOKEN: bearer.replace('Bearer ', '') },
    });
    closing.push(() => cli.remove());
    writeFileSync(join(cli.dir, 'mail.txt'), 'From a file\n');
    expect(await cli.run(['chat', '--url', oracle.url, '--message', given])).toBe(0);
    expect(oracle.model.requests[0]?.body.messages.at(-1)?.content).toBe(said);
  });

  it('refuses a file that is no UTF-8', async () => {
    const oracle = await oracleWith([]);
    const cli = testCli();
    closing.push(() => cli.remove());
    writeFileSync(join(cli.dir, 'mail.txt'), Buffer.from('Zürich', 'latin1'));
    expect(await cli.run(['chat', '--url', oracle.url, '--message', '@mail.txt'])).toBe(1);
    expect(cli.err()).toContain('What comes from mail.txt is no UTF-8');
  });

  it('says what is missing', async () => {
    const cli = testCli();
    closing.push(() => cli.remove());
    expect(await cli.run(['chat', '--message', '@none.txt'])).toBe(1);
    expect(await cli.run(['chat', '--message', '-'])).toBe(1);
    expect(cli.err()).toContain('There is no file none.txt to send.');
    expect(cli.err()).toContain('There is no message in standard input.');
  });
});
