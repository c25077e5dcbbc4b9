import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineOperation, definePlugin } from 'oracle-runtime/plugin';
import {
  type ScriptedStep,
  startTestOracle,
  type TestCli,
  type TestOracle,
  testCli,
} from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import observability from '../index.js';

/** How often the tool was really run. */
let sold = 0;

const shop = definePlugin({
  name: 'shop',
  version: '1.0.0',
  manifest: { title: 'Shop', summary: 'Sells stoves.', whenToUse: ['stoves'], loading: 'always' },
  setup: () => ({
    operations: [
      defineOperation({
        name: 'sell_stoves',
        title: 'Sell stoves',
        description: 'Sells stoves and says what they cost.',
        effect: 'write',
        input: z.object({ count: z.int() }),
        answer: { description: 'The price' },
        run({ count }) {
          sold += 1;
          return { price: count * 17, receipt: `receipt ${sold}` };
        },
      }),
    ],
  }),
});

const sell = (count: number): ScriptedStep => ({ toolCalls: [{ name: 'sell_stoves', args: { count } }] });

let oracle: TestOracle;
let cli: TestCli;
afterEach(async () => {
  cli.remove();
  await oracle.close();
});

/** An oracle with one recorded run: three stoves for 51. */
async function start(config: Readonly<Record<string, unknown>> = {}) {
  sold = 0;
  oracle = await startTestOracle({
    plugins: [shop, observability],
    script: [sell(3), { text: 'Three stoves cost 51.\nThank you.' }],
    config,
  });
  const chat = await oracle.chat();
  const { runId } = await chat.say('Sell me three stoves');
  const headers = await oracle.owner.credential();
  cli = testCli({ env: { ORACLE_TOKEN: String(headers['Authorization']).replace('Bearer ', '') } });
  const run = (...args: string[]) =>
    cli.run([...args, '--url', oracle.url], { loadPlugins: async () => [shop, observability] });
  return { runId, chat, run };
}

describe('oracle replay', () => {
  it('answers with the recorded results, runs no tool and leaves no conversation behind', async () => {
    const { runId, run } = await start();
    oracle.model.push(sell(3), {
      text: 'Three stoves cost 51.\nGood day.',
      expect: ({ body }) => expect(JSON.stringify(body.messages)).toContain('receipt 1'),
    });
    expect(await run('replay', runId)).toBe(0);
    expect(sold).toBe(1);
    expect(cli.out()).toContain(' Three stoves cost 51.\n-Thank you.\n+Good day.\n');
    expect((await oracle.owner.get('/sessions')).at('sessions.length')).toBe(1);
  });

  it('names calls that were not recorded, tells the model, and numbers that are missing', async () => {
    const { runId, run } = await start();
    oracle.model.push(sell(30), {
      text: 'I cannot say.',
      expect: ({ body }) => expect(JSON.stringify(body.messages)).toContain('Nothing was recorded'),
    });
    expect(await run('replay', runId)).toBe(1);
    expect(sold).toBe(1);
    expect(cli.err()).toContain('it did not call: sell_stoves {"count":3}');
    expect(cli.err()).toContain('it called besides: sell_stoves {"count":30}');
    expect(cli.err()).toContain('it does not say 51');
  });

  it('asks another model, and with other instructions', async () => {
    const { runId, run } = await start({ prompt: 'Be polite.' });
    await writeFile(join(cli.dir, 'gruff.txt'), 'Be gruff.\n');
    oracle.model.push({
      text: '51.',
      expect({ body }) {
        expect(body.model).toBe('larger');
        const system = String(body.messages[0]?.['content']);
        expect(system).toContain('An oracle under test.\n\nBe gruff.\n\n');
        expect(system).not.toContain('polite');
      },
    });
    await run('replay', runId, '--model', 'larger', '--prompt', 'gruff.txt');
    expect(cli.out()).toContain('+++ larger');
  });

  it('goes on from what was said before', async () => {
    const { chat, run } = await start();
    oracle.model.push({ text: 'You are welcome, 7.' });
    const { runId } = await chat.say('Thanks');
    oracle.model.push({
      text: 'Any time, 7.',
      expect: ({ body }) =>
        expect(body.messages.map(({ role }) => role).slice(-3)).toEqual(['tool', 'assistant', 'user']),
    });
    expect(await run('replay', runId)).toBe(0);
  });

  it('is for those who hold the scope, and for their own answers alone', async () => {
    const { runId, chat } = await start();
    const replay = { metadata: { replay: { sessionId: chat.sessionId, runId } } };
    const own = await oracle.as(['chat']).chat();
    expect((await own.say('Again', replay)).events.at(-1)?.data).toMatchObject({ code: 'forbidden' });
    const other = await oracle.as(['chat', 'replay']).chat();
    expect((await other.say('Again', replay)).events.at(-1)?.data).toMatchObject({ code: 'not_found' });
    const bad = await other.say('Again', { metadata: { replay: { runId: 5, tool: 'x' } } });
    expect(bad.events.at(-1)?.data).toMatchObject({ code: 'invalid_request' });
    expect(sold).toBe(1);
  });

  it('says that there is no such run', async () => {
    const { run } = await start();
    expect(await run('replay', 'run-of-nobody')).toBe(1);
    expect(cli.err()).toContain("No answer with the id 'run-of-nobody'");
  });
});

describe('oracle eval', () => {
  it('adds runs to a suite, and holds answers to them', async () => {
    const { runId, run } = await start();
    expect(await run('eval')).toBe(2);
    for (const empty of ['--says', '--name']) {
      expect(await run('eval', '--add', runId, empty, ' ')).toBe(1);
      expect(cli.err()).toContain(`${empty} is empty`);
    }
    expect(await run('eval', '--add', runId, '--says', 'thank')).toBe(0);
    expect(await run('eval', '--add', runId)).toBe(1);
    const suite = await readFile(join(cli.dir, 'evals.jsonl'), 'utf8');
    expect(JSON.parse(suite)).toMatchObject({ name: 'Sell me three stoves', runId, says: ['thank'] });
    oracle.model.push(sell(3), { text: 'That is 51, THANK you.' });
    expect(await run('eval')).toBe(0);
    oracle.model.push(sell(3), { text: 'That is 51.' });
    expect(await run('eval')).toBe(1);
    expect(cli.out()).toContain('ok    Sell me three stoves');
    expect(cli.out()).toContain('FAIL  Sell me three stoves\n      it does not say: thank\n\n0 of 1 hold.');
    expect(sold).toBe(1);
  });

  it('names the line of a suite that cannot be read, and goes on past a run that is gone', async () => {
    const { chat, runId, run } = await start();
    await writeFile(join(cli.dir, 'bad.jsonl'), '\n{"name":"x"}\n');
    expect(await run('eval', '--file', 'bad.jsonl')).toBe(1);
    expect(cli.err()).toContain('bad.jsonl:2');
    const gone = { name: 'gone', sessionId: 'nowhere', runId: 'gone' };
    const kept = { name: 'kept', sessionId: chat.sessionId, runId };
    await writeFile(join(cli.dir, 'two.jsonl'), `${JSON.stringify(gone)}\n${JSON.stringify(kept)}\n`);
    oracle.model.push(sell(3), { text: '51' });
    expect(await run('eval', '--file', 'two.jsonl')).toBe(1);
    expect(cli.out()).toContain('FAIL  gone');
    expect(cli.out()).toContain('ok    kept');
  });
});
