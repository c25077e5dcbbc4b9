import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PromptMessage, ToolSchema } from '../../plugin/index.js';
import type { KnownCapability } from '../choosing/rank-capabilities.js';
import { decide } from '../dialogue/planning/decide.js';
import { LANGUAGES, type Language } from '../language/language.js';
import { FIXTURE_CAPABILITIES } from '../testing/fixture-capabilities.js';
import { META_TOOLS } from '../testing/meta-tools.js';
import { talk } from '../testing/talk.js';
import { phrasesOf } from './speak.js';
import { languageOfTalk } from './talk-language.js';

const remove: ToolSchema = {
  name: 'delete_note',
  title: 'Delete a note',
  description: 'Deletes a note for ever.',
  effect: 'write',
  parameters: z.toJSONSchema(z.object({ path: z.string().regex(/^\//u).describe('Path of the note') })),
};
const notes: KnownCapability = {
  name: 'notes',
  manifest: {
    title: 'Notes',
    summary: 'Keeps notes.',
    whenToUse: ['Use it for notes.'],
    loading: 'always',
    examples: [{ user: 'Delete the note /a.txt', tool: 'delete_note', args: { path: '/a.txt' } }],
  },
  tools: [remove],
};
const capabilities = [...FIXTURE_CAPABILITIES, notes];
const bound = [...META_TOOLS, ...capabilities.flatMap(({ tools }) => tools)];

/** What is done after `said`, when the planner asked it in the words of `language` and `answer` came. */
function answered(said: string, language: Language, answer: string) {
  const english = talk([said], { capabilities, bound }).text;
  const [own, other] = [phrasesOf(language), phrasesOf('en')];
  const content = english
    .replace(`${other.goAhead} (${other.yesOrNo.join(' / ')})`, `${own.goAhead} (${own.yesOrNo.join(' / ')})`)
    .replace(other.stillNeed, own.stillNeed);
  expect([own.goAhead, own.stillNeed].some((mark) => content.includes(mark))).toBe(true);
  const messages: PromptMessage[] = [
    { role: 'user', id: 'm1', content: said },
    { role: 'assistant', id: 'm2', content },
    { role: 'user', id: 'm3', content: answer },
  ];
  return decide(messages, bound, capabilities);
}

/** What a phrase takes, a text or a list: a list of one reads like its text. */
const list = (text: string) => [text] as never;

describe.each(LANGUAGES)('in %s', (language) => {
  const phrases = phrasesOf(language);

  it('the yes and the no that a proposal asks for are understood', () => {
    const [yes, no] = phrases.yesOrNo;
    expect(answered('delete the note /a.txt', language, yes)).toEqual({
      kind: 'calls',
      calls: [{ name: 'delete_note', args: { path: '/a.txt' } }],
    });
    const left = answered('delete the note /a.txt', language, no);
    expect([phrasesOf('en').leaveIt, phrases.leaveIt]).toContain(left.kind === 'text' ? left.text : '');
  });

  it('a question is known again by the answer to it', () => {
    expect(answered('What is the weather?', language, 'Lodwar')).toEqual({
      kind: 'calls',
      calls: [{ name: 'get_current_weather', args: { city: 'Lodwar' } }],
    });
  });

  it('no phrase is empty or the same as in English', () => {
    for (const [key, phrase] of Object.entries(phrases)) {
      const said = typeof phrase === 'function' ? String(phrase(list('A'), list('B'), list('C'))) : phrase;
      expect(said, key).not.toBe('');
      if (language !== 'en' && typeof phrase === 'string') {
        expect(said, key).not.toBe(phrasesOf('en')[key as keyof typeof phrases]);
      }
    }
  });
});

const SAID: readonly (readonly [Language, ...string[]])[] = [
  ['en', 'Design a sample for 5000 households'],
  ['de', 'Wir haben 5000 Haushalte und brauchen eine Stichprobe'],
  ['fr', 'Nous avons 5000 foyers, combien faut-il en tirer ?'],
  ['es', 'Tenemos 5000 hogares, ¿cuántos necesitamos?'],
  ['pt', 'Temos 5000 domicílios, quantos precisamos?'],
  ['sw', 'Tuna kaya 5000, tunahitaji sampuli ya ngapi?'],
  // What has no words of its own keeps to what was spoken before.
  ['de', 'Wir haben 5000 Haushalte und brauchen eine Stichprobe', '0.8', 'gs-90-10', '/reports/a.csv'],
  ['es', 'Tenemos 5000 hogares, ¿cuántos necesitamos?', 'ok', '15%'],
  ['en', 'Wir haben 5000 Haushalte und brauchen eine Stichprobe', 'Sorry, in English please'],
  ['en', '90/10'],
  ['en'],
];

it.each(SAID)('speaks %s after %s', (language, ...said) => {
  expect(languageOfTalk(said)).toBe(language);
});

it('greets, refuses and owns up to not understanding in the language of the person', () => {
  const say = (...said: string[]) => talk(said, { capabilities, bound }).text;
  expect(say('hola')).toContain(phrasesOf('es').hello);
  expect(say('Was hältst du vom Zustand der Welt und den Menschen?')).toContain(phrasesOf('de').unsure);
});
