import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import userPreferences from './index.js';
import { promptOf } from './preferences/in-words.js';
import { languageNamed } from './preferences/language-named.js';

const ALL = {
  language: 'de-CH',
  tone: 'brief',
  units: 'metric',
  decimals: 'comma',
  thousands: 'apostrophe',
  timeZone: 'Africa/Nairobi',
};
const PATH = '/user-preferences';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [userPreferences], script: [] });
});
afterAll(() => oracle.close());

describe('over HTTP', () => {
  it.each(['xx', 'deutschen', 'qqq'])('%s is refused as no language', async (language) => {
    const answer = await oracle.as(['chat']).put(PATH, { language });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text).toContain('language');
  });

  it('a language is kept without what is none of it', async () => {
    const answer = await oracle.as(['chat']).put(PATH, { language: 'en-u-nu-arab' });
    expect(answer.json).toEqual({ language: 'en' });
  });

  it('what is set is sent, with an entity tag that changes with it', async () => {
    const person = oracle.as(['chat']);
    const empty = await person.get(PATH);
    expect(empty).toMatchObject({ status: 200, json: {} });
    const set = await person.put(PATH, ALL);
    expect(set).toMatchObject({ status: 200, json: ALL });
    const tag = String(set.headers.get('etag'));
    expect(tag).not.toBe(empty.headers.get('etag'));
    expect((await person.get(PATH, { 'If-None-Match': tag })).status).toBe(304);
    const late = { 'If-Match': String(empty.headers.get('etag')) };
    expect((await person.put(PATH, {}, late)).status).toBe(412);
    expect((await person.get(PATH)).json).toEqual(ALL);
    expect((await person.put(PATH, { units: 'imperial' }, { 'If-Match': tag })).json).toEqual({
      units: 'imperial',
    });
  });

  it.each([
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['EST', 'EST'],
    ['africa/nairobi', 'Africa/Nairobi'],
  ])('keeps a zone as it is written: %s', async (timeZone, kept) => {
    const person = oracle.as(['chat'], { did: `did:key:zone:${timeZone}` });
    expect((await person.put(PATH, { timeZone })).json).toEqual({ timeZone: kept });
  });

  it.each([
    [{ lnaguage: 'de' }, 'lnaguage'],
    [{ language: 'not a tag' }, 'language'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+03:00' }, 'timeZone'],
    [{ units: 'cubits' }, 'units'],
    [{ decimals: 'comma', thousands: 'comma' }, 'thousands'],
    [{ tone: null }, 'tone'],
    [{ language: 'x'.repeat(100) }, 'language'],
  ])('%j is refused by the name of its field', async (body, field) => {
    const answer = await oracle.owner.put(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });

  it('nobody sees or changes what another has set, however alike they are called', async () => {
    const [one, two] = ['did:web:a.example', 'did:web:a.example:b'].map((did) =>
      oracle.as(['chat'], { did }),
    );
    await one?.put(PATH, { tone: 'formal' });
    expect((await two?.get(PATH))?.json).toEqual({});
    await two?.put(PATH, { tone: 'brief' });
    expect((await one?.get(PATH))?.json).toEqual({ tone: 'formal' });
    expect((await oracle.anyone.get(PATH)).status).toBe(401);
    expect((await oracle.anyone.put(PATH, {})).status).toBe(401);
  });
});

describe('in the chat', () => {
  it('are set, told to the model in the prompt, and taken back', async () => {
    const person = oracle.as(['chat']);
    const chat = await person.chat();
    const set = (args: object) => ({ toolCalls: [{ name: 'set_preference', args: { ...args } }] });
    oracle.model.push(
      { toolCalls: [{ name: 'load_capability', args: { names: ['user-preferences'] } }] },
      set({ language: 'Kijerumani', decimals: 'comma', timeZone: 'Africa/Nairobi' }),
      set({ language: 'Klingonisch' }),
      { text: 'Gut.' },
      { text: 'Hallo.' },
      { toolCalls: [{ name: 'undo_last_change', args: {} }] },
      { text: 'Zurück.' },
    );
    const turn = await chat.say('Antworte auf Deutsch.');
    expect(turn.toolCalls[1]?.output).toMatchObject({
      preferences: { language: 'de', decimals: 'comma', timeZone: 'Africa/Nairobi' },
    });
    expect(turn.toolCalls[2]).toMatchObject({
      status: 'error',
      error: expect.stringContaining('Klingonisch'),
    });
    await chat.say('Hallo!');
    const system = String(oracle.model.requests.at(-1)?.body.messages[0]?.['content']);
    expect(system).toContain('answers in German (de), numbers like 1.234,5, the time zone Africa/Nairobi');
    await chat.say('undo');
    expect((await person.get(PATH)).json).toEqual({});
  });

  it('take a decimal comma with the point between thousands', async () => {
    const person = oracle.as(['chat']);
    await person.put(PATH, { thousands: 'comma' });
    const chat = await person.chat();
    oracle.model.push(
      { toolCalls: [{ name: 'load_capability', args: { names: ['user-preferences'] } }] },
      { toolCalls: [{ name: 'set_preference', args: { decimals: 'comma' } }] },
      { text: 'Set.' },
    );
    await chat.say('decimal comma');
    expect((await person.get(PATH)).json).toEqual({ decimals: 'comma' });
  });

  it('tell by its field why one sign cannot stand for two things', async () => {
    const person = oracle.as(['chat']);
    const chat = await person.chat();
    oracle.model.push(
      { toolCalls: [{ name: 'load_capability', args: { names: ['user-preferences'] } }] },
      { toolCalls: [{ name: 'set_preference', args: { decimals: 'comma', thousands: 'comma' } }] },
      { text: 'I could not.' },
    );
    const { toolCalls } = await chat.say('commas everywhere');
    expect(toolCalls[1]).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^thousands is the sign that stands before decimals/),
    });
    expect((await person.get(PATH)).json).toEqual({});
  });
});

it('says nothing of who has set nothing, and at most 2 KB of who has set all', () => {
  expect(promptOf({}, 0)).toBeUndefined();
  const all = promptOf(
    {
      language: 'de-CH',
      tone: 'detailed',
      units: 'imperial',
      decimalSeparator: ',',
      groupSeparator: '\u00a0',
      timeZone: 'America/Argentina/ComodRivadavia',
    },
    Date.UTC(2026, 10, 28, 23),
  );
  expect(all).toContain('For them it is 2026-11-28 now.');
  expect(Buffer.byteLength(all ?? '')).toBeLessThan(2_048);
});

it.each([
  ['German', 'de'],
  ['kiswahili', 'sw'],
  ['português', 'pt'],
  ['allemand', 'de'],
  ['de-CH', 'de-CH'],
  ['日本語', 'ja'],
])('knows the language %s', (said, tag) => expect(languageNamed(said)).toBe(tag));
