import { describe, expect, it } from 'vitest';
import { screens as enScreens } from './en/screens.js';
import { talk as enTalk } from './en/talk.js';

const placeholders = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

const OTHERS = ['de', 'fr', 'es', 'pt', 'sw'];
const PARTS = { talk: enTalk, screens: enScreens } as const;
type Part = keyof typeof PARTS;

describe.each(OTHERS)("the page's words in %s", (language) => {
  it.each<Part>(['talk', 'screens'])('are all there, with the same values in them: %s', async (part) => {
    const words = (await import(`./${language}/${part}.ts`))[part] as Readonly<Record<string, string>>;
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(PARTS[part]).toSorted());
    for (const [key, text] of Object.entries(PARTS[part])) {
      expect(words[key]?.trim(), key).not.toBe('');
      expect(placeholders(words[key] ?? ''), key).toEqual(placeholders(text));
    }
  });
});

it('no word of the start is one of the screens too', () => {
  expect(Object.keys(enTalk).filter((key) => key in enScreens)).toEqual([]);
});
