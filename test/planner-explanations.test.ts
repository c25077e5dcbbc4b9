import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { decide } from '../src/planner/dialogue/planning/decide.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** Who asks why, how or what something means is told what is there: no question becomes a computation. */
let options: TalkOptions;
beforeAll(async () => {
  options = { ...(await shippedPlanner(shippedPlugins)), answer };
});

/** A design as the sampling plugin tells it. */
function answer({ name }: { name: string }): string {
  if (name !== 'design_sample') return '{"ok":true}';
  return JSON.stringify({
    summary: 'Draw 112 of 5,000 units: 95 valid units are needed, and a dropout of 15% is allowed for.',
    designId: 'design-112',
    parameters: { calculatedSize: 95, adjustedSize: 112, population: 5000 },
    warnings: ['The precision of 5% is asked of the whole.'],
    working: [
      { step: 'base size', formula: 'n0 = z² · sd² / (e² · mean²)', rounded: 97, source: 'Cochran' },
      { step: 'finite population', formula: 'n = n0 / (1 + n0 / N)', rounded: 95, source: 'Cochran' },
      { step: 'dropout', formula: 'n / (1 - d)', rounded: 112, source: 'CDM guideline' },
    ],
  });
}

const FIRST = 'Design a sample for 5000 households, mean 0.8, sd 0.2, 15% dropout';

describe('how long an answer is to be', () => {
  it.each([
    'What is a finite population correction, in three lines?',
    'explain the finite population correction in two sentences',
  ])('is no number of a sample: %s', (question) => {
    const { calls, text } = talk([question], options);
    expect(calls).toEqual([]);
    expect(text).not.toMatch(/go ahead\?|I still need/u);
  });

  it.each(['what is dropout, in one sentence?', 'what is dropout in 20 words?'])(
    'keeps nobody from the meaning of a word: %s',
    (question) => expect(talk([question], options).text).toContain('Share lost to dropout'),
  );
});

describe('after a design', () => {
  it.each([
    'why 112?',
    'Why so many?',
    'how did you get that?',
    'how was that calculated?',
    'show me the formula',
    'where does 112 come from?',
    'explain it',
    'warum 112?',
    'wie kommst du darauf?',
    'zeig mir die Formel',
    'pourquoi 112 ?',
    'montre-moi le calcul',
    '¿por qué 112?',
    'muéstrame la fórmula',
    'por que 112?',
    'mostra a fórmula',
    'kwa nini 112?',
    'nionyeshe hesabu',
  ])('tells how it was reckoned: %s', (question) => {
    const { calls, text } = talk([FIRST, question], options);
    expect(calls).toEqual([]);
    expect(text).toContain('n / (1 - d)');
  });

  it('tells the steps to the number that is asked about, and no further', () => {
    const { text } = talk([FIRST, 'why 95?'], options);
    expect(text).toContain('n0 / (1 + n0 / N)');
    expect(text).not.toContain('n / (1 - d)');
  });

  it('does nothing about a number that it never gave', () => {
    const { calls, text } = talk([FIRST, 'why 4711?'], options);
    expect(calls).toEqual([]);
    expect(text).toContain('I have done nothing');
  });

  it.each([
    ['what does dropout mean?', 'Share lost to dropout'],
    ['What is meant by precision?', 'Relative precision'],
    ['was bedeutet Ausfall?', 'Share lost to dropout'],
    ['que veut dire « abandon » ?', 'Share lost to dropout'],
    ['¿qué significa dropout?', 'Share lost to dropout'],
    ['what does gs-90-10 mean?', 'gs-90-10 (Gold Standard)'],
  ])('tells what a word means: %s', (question, meaning) => {
    const { calls, text } = talk([FIRST, question], options);
    expect(calls).toEqual([]);
    expect(text).toContain(meaning);
  });
});

describe('before anything was found out', () => {
  it.each([
    'why 112?',
    'why so many?',
    'show me the formula',
    'what does frobnication mean?',
    'warum so viele?',
  ])('does and proposes nothing: %s', (question) => {
    const { calls, text } = talk([question], options);
    expect(calls).toEqual([]);
    expect(text).toContain(question.startsWith('warum') ? 'nichts getan' : 'I have done nothing');
  });

  it('keeps a question open while a word of it is explained', () => {
    const open = ['Design a sample, mean 0.8, sd 0.2', 'what does sd mean?'];
    const asked = talk(open, options);
    expect(asked.calls).toEqual([]);
    expect(asked.text).toContain('In the unit of the mean');
    expect(asked.text).toContain('I still need **population**');
    expect(talk([...open, '5000'], options).calls).toEqual([
      { name: 'design_sample', args: { population: 5000, expectedMean: 0.8, expectedSD: 0.2 } },
    ]);
  });

  it('keeps a proposal open while a word of it is explained', () => {
    const proposed = `${FIRST.replace(', 15% dropout', '')}, 15%`;
    const asked = talk([proposed, 'what does dropout mean?'], options);
    expect(asked.text).toContain('Share lost to dropout');
    expect(asked.text).toContain('go ahead?');
    expect(talk([proposed, 'what does dropout mean?', 'yes'], options).calls).toHaveLength(1);
  });
});

describe('a file that came', () => {
  const saying = (content: string, text: string, type = 'text/plain') => {
    const url = `data:${type};base64,${Buffer.from(text).toString('base64')}`;
    const messages = [
      {
        role: 'user' as const,
        id: 'u1',
        content: `${content}\n\nAttached files:\n- list.txt (${type}): inline`,
        attachments: [{ name: 'list.txt', mimeType: type, url }],
      },
    ];
    return decide(messages, options.bound, options.capabilities, options.model);
  };

  it.each(['what is in it?', 'What does the file say?', 'was steht da drin?', 'que hay en el archivo?'])(
    'is shown and not taken for anything: %s',
    (question) => {
      expect(saying(question, 'HH-1,urban\nHH-2,rural\n')).toMatchObject({
        kind: 'text',
        text: expect.stringContaining('HH-1,urban\nHH-2,rural'),
      });
    },
  );

  it('is no text where it has bytes of none', () => {
    const decision = saying('what is in it?', '\u0000\u0001PNG', 'image/png');
    expect(decision).toMatchObject({ kind: 'text', text: expect.stringContaining('no plain text') });
  });
});
