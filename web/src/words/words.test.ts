import { describe, expect, it } from 'vitest';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { pt } from './pt.js';
import { sw } from './sw.js';

const placeholders = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

describe.each(Object.entries({ de, fr, es, pt, sw }))("the page's words in %s", (_, words) => {
  it('are all there, with the same values in them', () => {
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(en).toSorted());
    for (const [key, text] of Object.entries(en)) {
      const translated = words[key as keyof typeof en];
      expect(translated.trim(), key).not.toBe('');
      expect(placeholders(translated), key).toEqual(placeholders(text));
    }
  });
});
