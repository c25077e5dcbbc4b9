import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, definePlugin } from '../../plugin/index.js';
import { startTestOracle } from '../../testing/index.js';
import { isSlashCommand } from './slash-commands.js';
import { andClose, closeAfterEach, oracleWith, paid, pays, talk } from './test-bank.js';

closeAfterEach();

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
    andClose(() => oracle.close());
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
