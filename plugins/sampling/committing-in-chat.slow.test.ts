import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drandRoundTime } from './selection/drand.js';
import { type Client, type SamplingApp, startSamplingApp } from './testing/sampling-app.js';

const REGISTRY = `household_id\n${Array.from({ length: 120 }, (_, i) => `VC-${String(i + 1).padStart(4, '0')}`).join('\n')}\n`;

/** Which value is committed to, said in a conversation without a language model. */
describe('a commitment in a conversation', () => {
  let app: SamplingApp;
  let person: Client;
  let registryId: unknown;

  beforeAll(async () => {
    app = await startSamplingApp({}, {}, [], { now: () => Date.UTC(2026, 10, 29, 12) });
    person = await app.client('person', ['chat', 'sampling']);
    const headers = { 'Content-Type': 'text/csv' };
    const registry = await person.request('POST', '/v1/sampling/registries', { body: REGISTRY, headers });
    registryId = registry.at('registryId');
  });
  afterAll(() => app.close());

  const design = async () => {
    const sizes = { population: 120, profile: 'cdm-90-10', confidence: 0.9, precision: 0.1, dropoutRate: 0 };
    const means = { parameterType: 'mean', expectedMean: 5, expectedSD: 1 };
    const made = await person.post('/v1/sampling', { projectId: 'did:ixo:project/abc', ...sizes, ...means });
    return String(made.at('designId'));
  };
  const committed = async (...messages: string[]) => {
    const designId = await design();
    const chat = await person.talk();
    let last: Awaited<ReturnType<typeof chat.say>> | undefined;
    for (const message of messages)
      last = await chat.say(message.replace('DESIGN', designId).replace('LIST', String(registryId)));
    if (last?.tools.every(({ name }) => name !== 'commit_to_draw') && last.content.includes('yes / no'))
      last = await chat.say('yes');
    const call = last?.tools.findLast(({ name }) => name === 'commit_to_draw');
    expect(call, last?.content).toMatchObject({ status: 'done', output: { designId, status: 'open' } });
    const { commitment } = (call?.output ?? {}) as { commitment?: { source: Record<string, unknown> } };
    return commitment?.source ?? {};
  };

  it.each([
    ['commit to the National Lottery draw 61 of 5 December, public from 20:00', 'DESIGN from LIST'],
    [
      'commit the draw of DESIGN from LIST to the National Lottery draw 61 of 5 December 2026, public from 20:00',
    ],
    [
      'show the design DESIGN',
      'show the registry LIST',
      'commit the draw of DESIGN from LIST to the National Lottery draw 61 of 5 December, public from 20:00',
    ],
    ['commit DESIGN from LIST to draw 61 of the National Lottery, public from 5 December 2026 at 20:00'],
  ])('is to one value of an authority, of a day and an hour: %s', async (...messages) => {
    expect(await committed(...messages)).toEqual({
      kind: 'authority',
      authority: 'National Lottery',
      reference: 'draw 61',
      publicFrom: '2026-12-05T20:00:00Z',
    });
  });

  it.each([
    [
      'commit to the draw of DESIGN from LIST, authority National Lottery, reference "draw 61", public from 2026-12-05',
    ],
    [
      'commit to a draw of DESIGN from LIST, authority National Lottery, reference draw 61, public from 5 December 2026',
    ],
  ])('is to one value of an authority, of a day: %s', async (message) => {
    const which = { reference: 'draw 61', publicFrom: '2026-12-05' };
    expect(await committed(message)).toEqual({ kind: 'authority', authority: 'National Lottery', ...which });
  });

  it.each([
    ['commit the draw of DESIGN from LIST to the drand round of 5 December 2026 at 12:00'],
    ['commit DESIGN from LIST to the drand round of 5 December at 12:00'],
    [
      'show the registry LIST',
      'commit the draw of DESIGN from LIST to the drand round of 5 December at 12:00',
    ],
  ])('is to the round of drand at a time: %s', async (...messages) => {
    const source = await committed(...messages);
    expect(source).toMatchObject({ kind: 'drand' });
    const late = drandRoundTime(Number(source['round'])) - Date.UTC(2026, 11, 5, 12);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(3000);
  });

  it('is to a round of drand by its number', async () => {
    const source = await committed('commit the draw of DESIGN from LIST to drand round 99000000');
    expect(source).toMatchObject({ kind: 'drand', round: 99_000_000 });
  });

  it('says before it is agreed to that a draw by any value of an authority stays unproven', async () => {
    const chat = await person.talk();
    const asked = await chat.say(`commit the draw of ${await design()} from ${registryId}, authority NESREA`);
    expect(asked.content).toContain('whichever comes: its draw stays unproven');
  });
});
