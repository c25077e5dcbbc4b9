import { provide } from 'oracle-runtime/plugin';
import { startTestOracle, testContext } from 'oracle-runtime/testing';
import { describe, expect, it } from 'vitest';
import notes from '../notes/index.js';
import { Notes } from '../notes/service.js';
import lending from './index.js';

const lent = { thing: 'drill', to: 'Ben' };

describe('the lending plugin', () => {
  it('lends without notes, and says that none was kept', async () => {
    const unit = await testContext(lending);
    expect(await unit.call('lend_thing', lent)).toEqual({ ...lent, noted: false });
    await unit.close();
  });

  it('leaves a note in the name of whoever lends', async () => {
    const kept: unknown[] = [];
    const stand: Notes = {
      list: async () => [],
      async add(owner, text) {
        kept.push({ owner, text });
        return { id: '1', text, createdAt: '' };
      },
    };
    const unit = await testContext(lending, { services: [provide(Notes, stand)] });
    expect(await unit.call('lend_thing', lent)).toMatchObject({ noted: true });
    expect(kept).toEqual([{ owner: unit.context.oracle.did, text: 'Ben has the drill' }]);
    await unit.close();
  });

  it('works with the notes plugin itself, from a plain sentence without a model', async () => {
    const oracle = await startTestOracle({ plugins: [lending, notes] });
    const chat = await oracle.chat();
    const asked = await chat.say('Lend the drill to Ben');
    expect(asked.text).toContain('Lend the drill to Ben');
    const { toolCalls, text } = await chat.say('yes');
    expect(toolCalls.at(-1), text).toMatchObject({ name: 'lend_thing', args: lent, status: 'done' });
    expect((await oracle.owner.get('/v1/notes')).json).toMatchObject({
      notes: [{ text: 'Ben has the drill' }],
    });
    await oracle.close();
  });
});
