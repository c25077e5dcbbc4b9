import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testCli } from '../../testing/test-cli.js';
import { andClose, closeAfterEach, oracleWith, paid, pays, talk } from './test-bank.js';

closeAfterEach();

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
    andClose(() => cli.remove());
    await cli.run(['chat', '--url', oracle.url]);
    expect(cli.err()).toContain(
      'Error: There is no file\na-file-with-a-rather-long-name-that-is-n\not-there.csv to attach.\n',
    );
    // Each line of the working is a line of whole words.
    const working = cli.out().slice(cli.out().lastIndexOf('✗ pay(')).split('\n\n')[0] ?? '';
    expect(working.split('\n').every((line) => line.length <= 40)).toBe(true);
    expect(working.replace(/\s+/g, ' ')).toContain('to: must be a string');
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
    andClose(() => once.remove());
    const chat = ['chat', '--url', oracle.url, '--session', sessionId];
    expect(await once.run([...chat, '--message', 'pay Ann'])).toBe(3);
    expect(once.err()).toContain(
      `Decide it with: npx oracle chat --session ${sessionId} --approve, or --decline\n`,
    );

    const cli = testCli({ answers: ['y'], env: { ORACLE_TOKEN: bearer.replace('Bearer ', '') } });
    andClose(() => cli.remove());
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
    andClose(() => cli.remove());
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
    andClose(() => cli.remove());
    writeFileSync(join(cli.dir, 'mail.txt'), 'From a file\n');
    expect(await cli.run(['chat', '--url', oracle.url, '--message', given])).toBe(0);
    expect(oracle.model.requests[0]?.body.messages.at(-1)?.content).toBe(said);
  });

  it('refuses a file that is no UTF-8', async () => {
    const oracle = await oracleWith([]);
    const cli = testCli();
    andClose(() => cli.remove());
    writeFileSync(join(cli.dir, 'mail.txt'), Buffer.from('Zürich', 'latin1'));
    expect(await cli.run(['chat', '--url', oracle.url, '--message', '@mail.txt'])).toBe(1);
    expect(cli.err()).toContain('What comes from mail.txt is no UTF-8');
  });

  it('says what is missing', async () => {
    const cli = testCli();
    andClose(() => cli.remove());
    expect(await cli.run(['chat', '--message', '@none.txt'])).toBe(1);
    expect(await cli.run(['chat', '--message', '-'])).toBe(1);
    expect(cli.err()).toContain('There is no file none.txt to send.');
    expect(cli.err()).toContain('There is no message in standard input.');
  });
});
