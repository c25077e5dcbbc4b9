import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestOracle, type TestOracle } from '../testing/index.js';
import { type TestCli, type TestCliOptions, testCli } from '../testing/test-cli.js';

let oracle: TestOracle;
let ids: string[];
const clis: TestCli[] = [];

beforeAll(async () => {
  oracle = await startTestOracle({ script: [{ text: '**Twelve** households.' }, { text: 'Sunny.' }] });
  ids = [];
  for (const message of ['How many households?', 'Weather in Berlin?']) {
    const chat = await oracle.chat();
    await chat.say(message);
    ids.push(chat.sessionId);
  }
});
afterAll(async () => {
  for (const cli of clis) cli.remove();
  await oracle.close();
});

async function sessions(args: readonly string[], options: TestCliOptions = {}, at = oracle) {
  const { Authorization: bearer = '' } = await at.owner.credential();
  const cli = testCli({ ...options, env: { ORACLE_TOKEN: bearer.replace('Bearer ', '') } });
  clis.push(cli);
  const code = await cli.run(['sessions', ...args, '--url', at.url]);
  return { code, out: cli.out(), err: cli.err(), dir: cli.dir };
}

it('lists, finds, shows, renames, pins, saves and deletes conversations', async () => {
  const [households = '', weather = ''] = ids;
  expect((await sessions(['list'])).out).toMatch(
    new RegExp(`^${weather} .*Weather in Berlin\\?\\n${households} .*How many households\\?\\n$`),
  );
  expect(JSON.parse((await sessions(['list', '--limit', '1', '--json'])).out)).toMatchObject([
    { id: weather },
  ]);
  expect((await sessions(['search', 'TWELVE'])).out).toMatch(/How many households\?\n.*Twelve/);
  expect((await sessions(['search', 'nothing', 'like it'])).err).toBe(
    "No session holds 'nothing like it'.\n",
  );
  expect((await sessions(['show', households.slice(0, 8)])).out).toMatch(
    /^\n\S+ \S+\n> How many households\?\n\n\S+ \S+\nTwelve households\.\n$/,
  );
  expect((await sessions(['rename', households, 'Field', 'work'])).err).toContain("Changed 'Field work'");
  await sessions(['pin', households]);
  expect((await sessions(['list'])).out).toMatch(/^.*Field work \(pinned\)\n.*Berlin/);
  await sessions(['unpin', households]);
  await sessions(['archive', weather]);
  expect((await sessions(['list'])).out).not.toContain('Berlin');
  expect((await sessions(['list', '--archived'])).out).toContain('Berlin? (archived)');

  expect((await sessions(['export', households])).out).toContain('**Twelve** households.');
  const saved = await sessions(['export', households, 'a.json']);
  expect(readFileSync(join(saved.dir, 'a.json'), 'utf8')).toContain('**Twelve** households.');
  expect((await sessions(['export', households, '--format', 'pdf'])).err).toContain("'json' or 'markdown'");

  expect(await sessions(['delete', weather])).toMatchObject({
    code: 1,
    err: expect.stringContaining('--yes'),
  });
  expect(await sessions(['delete', weather], { answers: [''] })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Delete 'Weather in Berlin\?' \(.*\)\? \[y\/N\] $/),
  });
  expect((await sessions(['delete', weather], { answers: ['y'] })).code).toBe(0);
  expect((await sessions(['show', weather])).code).toBe(1);
  expect((await sessions(['show', 'zzzz'])).err).toContain("There is no session 'zzzz'.");
  expect((await sessions(['list', '--limit', '0'])).err).toContain('--limit');
});

it('marks an answer that is not whole wherever it is read again', async () => {
  const short = await startTestOracle({
    script: [
      { text: 'You need 138 house', finishReason: 'length' },
      { text: 'You need 1', finishReason: 'content_filter' },
    ],
  });
  try {
    const chat = await short.chat();
    await chat.say('How many?');
    await chat.say('Once more?');
    const read = async (...args: string[]) => (await sessions([...args, chat.sessionId], {}, short)).out;
    const shown = await read('show');
    expect(shown).toMatch(
      /138 house\n\n\(Not whole: the answer was cut at the length limit of the model\.\)\n/,
    );
    expect(shown).toMatch(/need 1\n\n\(Not whole: the run ended before this answer was complete\.\)\n/);
    expect(await read('export')).toMatch(/138 house\n\n\*\(cut at the length limit of the model\)\*\n/);
    expect(JSON.parse(await read('export', '--format', 'json'))).toMatchObject({
      messages: [{}, { cutOff: true }, {}, { interrupted: true }],
    });
    expect(await read('show', '--json')).toMatch(/138 house.*"cutOff":true/);
  } finally {
    await short.close();
  }
});
