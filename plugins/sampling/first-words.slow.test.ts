import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Reply, type SamplingApp, startSamplingApp } from './testing/sampling-app.js';

/** What newcomers say to an oracle without a language model, over the real HTTP surface. */
describe('the first words of a newcomer', () => {
  let app: SamplingApp;
  let person: Client;

  beforeAll(async () => {
    app = await startSamplingApp();
    person = await app.client('person', ['chat', 'sampling']);
  });
  afterAll(() => app.close());

  /** Says one message after the other, and gives back what came of the last. */
  const say = async (...messages: string[]): Promise<Reply> => {
    const chat = await person.talk();
    let last: Reply | undefined;
    for (const message of messages) last = await chat.say(message);
    if (last === undefined) throw new Error('Nothing was said');
    return last;
  };
  const made = ({ tools }: Reply, name: string) => tools.findLast((tool) => tool.name === name);

  it.each([
    ['list my designs', 'list_sampling_records'],
    ['lista mis diseños', 'list_sampling_records'],
  ])('reads without asking first: %s', async (message, tool) => {
    expect(made(await say(message), tool)?.status).toBe('done');
  });

  const LIST = {
    name: 'valley.csv',
    mimeType: 'text/csv',
    text: `household_id\n${Array.from({ length: 120 }, (_, i) => `VC-${String(i + 1).padStart(4, '0')}`).join('\n')}\n`,
  };
  it('draws from the list that the message brings, and says of no design that there is one', async () => {
    const chat = await person.talk();
    const words = 'Draw 30 households at random from the attached file, seed 20261129';
    const reply = await chat.say(words, LIST);
    const draw = made(reply, 'select_households');
    expect(draw).toMatchObject({
      status: 'done',
      output: { designId: null, strata: [{ units: 120, selected: 30 }] },
    });
    expect(reply.content).not.toContain('Design ID');
    const listed = await person.get('/v1/sampling/selections');
    expect(listed.at('items.0')).toMatchObject({ selected: 30, designId: null });
  });

  it('asks for the seed of a draw, and draws from the list that came before', async () => {
    const chat = await person.talk();
    const asked = await chat.say('Pick 30 households at random from the attached list', LIST);
    expect(asked.content).toContain('**seed**');
    // The wish was plain, and what it lacked was asked for and given: nothing is left to agree to.
    expect(made(await chat.say('seed 77'), 'select_households')).toMatchObject({
      status: 'done',
      output: { seed: '77', strata: [{ units: 120, selected: 30 }] },
    });
  });

  const SIZE = 'design a sample for 5000 households, mean 0.8 sd 0.2';
  it.each([
    ['gs-90-10', 'gs-90-10'],
    ['the Gold Standard one', 'gs-90-10'],
    ['the first', 'cdm-90-10'],
    ['cdm', 'cdm-90-10'],
  ])(
    'asks one question about a value that fits two ways, and takes the answer: %s',
    async (answer, profile) => {
      const asked = await say(`${SIZE}, 90/10`);
      expect(asked.content).toContain('Which **profile**: cdm-90-10 / gs-90-10?');
      expect(asked.content).not.toContain('Tell me');
      const design = made(await say(`${SIZE}, 90/10`, answer), 'design_sample');
      expect(design).toMatchObject({ status: 'done', output: { profile } });
    },
  );

  it('takes a correction of what it proposed in the words of another language', async () => {
    const asked = await say('combien de ménages sur 3000, moyenne 2,5, écart-type 0,6, 5% d’abandon');
    expect(asked.content).toContain('non-réponse 5%');
    const mended = await say(
      'combien de ménages sur 3000, moyenne 2,5, écart-type 0,6, 5% d’abandon',
      'non, 12 %',
    );
    expect(mended.content).toMatch(/0\.12|12%/u);
    expect(mended.content).toMatch(/3,?000/);
  });

  it('takes a correction by the word that another tool knows too', async () => {
    const proposed = 'we have 2040 homes, 82% still use it, 95/5, response rate 85%';
    const asked = await say(proposed);
    expect(asked.content).toMatch(/dropout (?:of )?15%/u);
    const mended = await say(proposed, 'no, 8% dropout');
    // 1.96² · 0.18 / (0.05² · 0.82), for 2,040 homes 290, and 290 / 0.92.
    expect(mended.content).toContain('Draw 316 of 2,040');
  });

  it.each([
    'was kannst du',
    'que sais-tu faire ?',
    '¿qué puedes hacer?',
    'o que você pode fazer?',
    'unaweza kufanya nini?',
  ])('tells what it can do: %s', async (message) => {
    expect(made(await say(message), 'list_capabilities')?.status).toBe('done');
  });

  it('says how a file of the person’s own machine comes here', async () => {
    const reply = await say(
      'I have a list of 300 households in a file on my computer, how do I get a random sample of 60?',
    );
    expect(reply.tools).toEqual([]);
    expect(reply.content).toContain('oracle files put');
    expect(reply.content).toContain('Sample selection');
    expect(reply.content).not.toContain('I still need');
  });

  it('says why a design cannot be taken back, and what to do', async () => {
    const reply = await say(`${SIZE}, 95/5`, 'yes', 'undo that');
    expect(reply.content).toContain(
      'cannot be taken back: Design a sample – a design stays as it was computed; make another and use that one.',
    );
  });

  it('proposes the only value that fits', async () => {
    const asked = await say(`${SIZE}, 95/5`, 'y si son 95/10?');
    expect(asked.content).toMatch(/norma cdm-95-10\*\*: ¿adelante\?/);
    const design = made(await say(`${SIZE}, 95/5`, 'y si son 95/10?', 'yes'), 'design_sample');
    expect(design).toMatchObject({ status: 'done', output: { profile: 'cdm-95-10' } });
    expect((await say(`${SIZE}, 95/5`, 'y si son 95/10?', 'no')).content).toBe('De acuerdo, lo dejo así.');
  });
});
