import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import notes from './index.js';

let oracle: TestOracle;
beforeEach(async () => {
  oracle = await startTestOracle({ plugins: [notes], script: [], env: { NOTES_PER_PERSON: '1' } });
});
afterEach(() => oracle.close());

const load = { toolCalls: [{ name: 'load_capability', args: { names: ['notes'] } }] };
const add = (text: string) => ({ toolCalls: [{ name: 'add_note', args: { text } }] });
const ask = async (who: TestClient, message: string) => (await (await who.chat()).say(message)).text;

describe('the notes plugin', () => {
  it('keeps a note from the chat and gives it back over HTTP, to its owner alone', async () => {
    const ana = oracle.as(['chat', 'notes']);
    const ben = oracle.as(['chat', 'notes']);
    oracle.model.push(load, add('call the survey team'), { text: 'Noted.' });
    expect(await ask(ana, 'Note: call the survey team')).toBe('Noted.');
    expect((await ana.get('/v1/notes')).json).toMatchObject({ notes: [{ text: 'call the survey team' }] });
    expect((await ben.get('/v1/notes')).json).toMatchObject({ notes: [] });
  });

  it('tells the model when there is no room, and what to do about it', async () => {
    const ana = oracle.as(['chat', 'notes']);
    oracle.model.push(load, add('one'), add('two'), {
      expect: ({ body }) =>
        expect(JSON.stringify(body.messages.at(-1))).toMatch(/1 notes already.*NOTES_PER_PERSON/),
      text: 'There is no room.',
    });
    expect(await ask(ana, 'Note one and two')).toBe('There is no room.');
    expect((await ana.get('/v1/notes')).json).toMatchObject({ notes: [{ text: 'one' }] });
  });

  it('takes a note over HTTP as in the chat, and says when there is no room', async () => {
    const ana = oracle.as(['notes']);
    expect(await ana.post('/v1/notes', { text: ' one ' })).toMatchObject({
      status: 201,
      json: { text: 'one' },
    });
    expect(await ana.post('/v1/notes', { text: 'two' })).toMatchObject({
      status: 409,
      json: { hint: 'Raise NOTES_PER_PERSON.' },
    });
    expect((await ana.post('/v1/notes', { words: 'three' })).json['errors']).toMatchObject([
      { field: 'text' },
      { field: 'words' },
    ]);
  });

  it('asks for its scope', async () => {
    expect((await oracle.as(['chat']).get('/v1/notes')).status).toBe(403);
  });
});
