import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definePlugin, defineRoute, defineTool } from 'oracle-runtime/plugin';
import { person, startTestOracle, type TestOracle, type TestOracleOptions } from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const opened: TestOracle[] = [];
afterEach(async () => {
  for (const oracle of opened.splice(0)) await oracle.close();
});

async function start(options: TestOracleOptions = {}): Promise<TestOracle> {
  const oracle = await startTestOracle({ plugins: [till], ...options });
  opened.push(oracle);
  return oracle;
}

const till = definePlugin({
  name: 'till',
  version: '1.0.0',
  manifest: { title: 'Till', summary: 'Pays.', whenToUse: ['paying'], loading: 'always' },
  scopes: { till: 'see the till' },
  abilities: { 'till/see': [] },
  setup: ({ clock, logger }) => ({
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays an amount.',
        input: z.object({ amount: z.number() }),
        approval: 'always',
        run: ({ amount }) => ({ paid: amount }),
      }),
    ],
    routes: [
      defineRoute({
        method: 'get',
        path: '/till',
        auth: 'any',
        scope: 'till',
        summary: 'Who and when',
        responses: { 200: { description: 'ok' } },
        handler({ principal }) {
          logger.warn({ password: 'hush' }, 'somebody looks');
          return { kind: principal.kind, did: principal.did, now: clock.now() };
        },
      }),
    ],
  }),
});

describe('startTestOracle', () => {
  it('lets everybody come as who they are', async () => {
    const oracle = await start();
    expect((await oracle.anyone.get('/till')).status).toBe(401);
    expect((await oracle.as(['chat']).get('/till')).status).toBe(403);
    expect((await oracle.as(['till']).get('/till')).json).toMatchObject({ kind: 'api-key' });
    const did = 'did:ixo:somebody';
    expect((await oracle.as(['till'], { did }).get('/till')).at('did')).toBe(did);
    expect((await oracle.owner.get('/till')).json).toMatchObject({
      kind: 'owner',
      did: oracle.app.identity?.did,
    });
    const claim = { can: 'oracle/till' };
    expect((await oracle.ucan(claim).get('/till')).at('kind')).toBe('ucan');
    const ana = person('ana');
    expect((await oracle.ucan({ ...claim, by: ana }).get('/till')).status).toBe(403);
    const proof = await oracle.delegation({ ...claim, to: ana.did });
    expect((await oracle.ucan({ ...claim, by: ana, proofs: [proof] }).get('/till')).at('did')).toBe(ana.did);
  });

  it('has a clock that goes on when it is told to, and a log that hides secrets', async () => {
    const begin = Date.UTC(2030, 0, 1);
    const oracle = await start({ clock: { now: () => begin } });
    const somebody = oracle.as(['till']);
    expect((await somebody.get('/till')).at('now')).toBe(begin);
    oracle.advance(3_600_000);
    expect((await somebody.get('/till')).at('now')).toBe(begin + 3_600_000);
    expect(oracle.logs).toContainEqual({
      level: 'warn',
      message: 'somebody looks',
      fields: expect.objectContaining({ plugin: 'till', password: '[redacted]' }),
    });
  });

  it('talks to a scripted model, asks before it pays, and goes on with the answer', async () => {
    const pay = { toolCalls: [{ name: 'pay', args: { amount: 7 } }] };
    const oracle = await start({ script: [pay, { text: ['Pa', 'id.'] }, pay, { text: 'Then not.' }] });
    const chat = await oracle.chat();
    await expect(chat.decide(true)).rejects.toThrow("answered by say('yes')");
    const asked = await chat.say('Pay 7');
    expect(asked).toMatchObject({ end: 'interrupted', approvals: [{ tool: 'pay', args: { amount: 7 } }] });
    const paid = await chat.decide(true);
    expect(paid).toMatchObject({ end: 'done', text: 'Paid.' });
    expect(paid.toolCalls).toMatchObject([{ name: 'pay', status: 'done', output: { paid: 7 } }]);
    const [approval] = (await chat.say('And again')).approvals;
    const refused = await chat.decide([{ id: approval?.id ?? '', approved: false, reason: 'too much' }]);
    expect(refused.toolCalls).toMatchObject([{ name: 'pay', status: 'error' }]);
    expect(oracle.model.requests).toHaveLength(4);
  });

  it('fails on close when the script did not play out, and when more was asked than it holds', async () => {
    const unused = await startTestOracle({ script: [{ text: 'never said' }] });
    await expect(unused.close()).rejects.toThrow('1 of 1 scripted steps were not used');
    const short = await startTestOracle({ script: [] });
    expect((await (await short.chat()).say('hello')).end).toBe('error');
    await expect(short.close()).rejects.toThrow('request 1 was not expected');
  });

  it('answers by the offline planner without a script, and says so when steps are pushed to it', async () => {
    const oracle = await start();
    expect((await (await oracle.as(['chat']).chat()).say('hello')).text).not.toBe('');
    expect(() => oracle.model).toThrow('give it a script');
  });

  it('has a folder of its own, with what it was given, and leaves nothing behind', async () => {
    const oracle = await startTestOracle({
      config: { name: 'Tilly' },
      files: { 'prompts/tone.md': 'Be brief.' },
      env: { PUBLIC_URL: 'https://oracle.example' },
    });
    expect((await oracle.anyone.get('/health')).at('name')).toBe('Tilly');
    expect(oracle.app.config.publicUrl).toBe('https://oracle.example');
    const file = join(oracle.dir, 'prompts/tone.md');
    expect(await readFile(file, 'utf8')).toBe('Be brief.');
    await oracle.close();
    await oracle.close();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('ends in the words of the boot', async () => {
    const broken = definePlugin({ ...till, name: 'broken', dependsOn: ['nobody'] });
    await expect(startTestOracle({ plugins: [broken], script: [{ text: 'x' }] })).rejects.toThrow('nobody');
  });

  it('without an identity nobody can sign in', async () => {
    const oracle = await start({ identity: false });
    await expect(oracle.owner.get('/till')).rejects.toThrow('no identity');
    expect(() => oracle.token({ can: 'oracle/till' })).toThrow('no identity');
    expect((await oracle.anyone.get('/till')).at('code')).toBe('identity_missing');
  });
});
