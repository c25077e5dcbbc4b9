import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import vfs from '../vfs/index.js';
import {
  BEFORE_2024,
  type Client,
  type Conversation,
  type Reply,
  type SamplingApp,
  startSamplingApp,
} from './testing/sampling-app.js';

/** The days that are said last are meant, in whichever of the two ways. */
describe('the days of an analysis in a conversation', () => {
  let app: SamplingApp;
  let person: Client;
  let chat: Conversation;
  let designId: string;
  beforeAll(async () => {
    app = await startSamplingApp({}, {}, [vfs], BEFORE_2024);
    person = await app.client('person', ['chat', 'sampling', 'fs/read', 'fs/write', 'fs/list']);
    const design = await person.post('/v1/sampling', {
      projectId: 'did:ixo:project/p',
      population: 60,
      confidence: 0.95,
      precision: 0.05,
      expectedMean: 6,
      expectedSD: 2,
      dropoutRate: 0.1,
    });
    expect(design.status, design.text).toBe(201);
    designId = String(design.at('designId'));
    const rows = Array.from({ length: 60 }, (_, at) => `HH-${at + 1},2023-12-10,${5 + (at % 7) / 3}`);
    const csv = `household,date,hours\n${rows.join('\n')}\n`;
    const kept = await person.post('/api/fs/files?path=/q.csv', csv, { 'Content-Type': 'text/csv' });
    expect(kept.status).toBe(201);
  });
  beforeEach(async () => {
    chat = await person.talk();
  });
  afterAll(() => app.close());

  /** What is proposed is agreed to: which sentences are sure enough to be done at once is no matter of days. */
  const said = async (message: string): Promise<Reply> => {
    const reply = await chat.say(message);
    return /: (?:go ahead|nur zu|on y va)\s?\? \(/u.test(reply.content) ? chat.say('yes') : reply;
  };
  const argsOf = (reply: Reply) => {
    const call = reply.tools.findLast(({ name }) => name === 'analyse_period');
    expect([call?.status, reply.content.slice(0, 300)]).toEqual(['done', expect.any(String)]);
    const { from, to } = (call?.output ?? {}) as Record<string, unknown>;
    return [from, to];
  };

  it('a period after a first and a last day', async () => {
    const say = (days: string) => chat.say(`Analyse the readings /q.csv for ${designId} ${days}`);
    expect(argsOf(await say('from 2023-12-01 to 2023-12-30'))).toEqual(['2023-12-01', '2023-12-30']);
    expect(argsOf(await say('for the period 2023-12'))).toEqual(['2023-12-01', '2023-12-31']);
    expect(argsOf(await say('in 2023-Q4'))).toEqual(['2023-10-01', '2023-12-31']);
    expect(argsOf(await say('from 2023-12-02 to 2023-12-29'))).toEqual(['2023-12-02', '2023-12-29']);
  });

  it.each([
    [
      (id: string) => `Werte die Messwerte /q.csv für ${id} vom 1.12.2023 bis 30.12.2023 aus`,
      (id: string) => `Werte die Messwerte /q.csv für ${id} für den Zeitraum 2023-12 aus`,
    ],
    [
      (id: string) => `Analyse les relevés /q.csv pour ${id} du 2023-12-01 au 2023-12-30`,
      (id: string) => `Analyse les relevés /q.csv pour ${id} pour la période 2023-12`,
    ],
    [
      (id: string) => `Analyse the readings /q.csv for ${id} from 2023-12-01 to 2023-12-30`,
      () => 'and for the period 2023-12?',
    ],
  ])('in other languages, and by a few words: %#', async (days, period) => {
    expect(argsOf(await said(days(designId)))).toEqual(['2023-12-01', '2023-12-30']);
    expect(argsOf(await said(period(designId)))).toEqual(['2023-12-01', '2023-12-31']);
  });

  it('both in one sentence, where they are the same days', async () => {
    const both = await said(
      `Analyse the readings /q.csv for ${designId} for the period 2023-12, from 2023-12-01 to 2023-12-31`,
    );
    expect(argsOf(both)).toEqual(['2023-12-01', '2023-12-31']);
  });
});
