import type { Language } from '../../language/language.js';

/** Small words that say where something comes from, and where it goes, as they are folded. Only English is reviewed. */
const WAYS: Readonly<Record<Language, { readonly source: string; readonly target: string }>> = {
  en: { source: 'from out off', target: 'to into onto in under towards as' },
  de: { source: 'von aus', target: 'nach zu zum zur in ins als' },
  fr: { source: 'de depuis du', target: 'vers a au dans en sous' },
  es: { source: 'de desde del', target: 'a al hacia en hasta' },
  pt: { source: 'de desde do da', target: 'para a ao em no na' },
  sw: { source: 'kutoka toka', target: 'kwenda hadi kwenye katika mpaka' },
};

const known = new Map<Language, ReadonlyMap<string, 'source' | 'target'>>();

/** Which way a small word says; English words are understood in every language. */
export function wayOf(plain: string, language: Language): 'source' | 'target' | undefined {
  let ways = known.get(language);
  if (ways === undefined) {
    ways = new Map(
      [WAYS.en, WAYS[language]].flatMap(({ source, target }) => [
        ...source.split(' ').map((word) => [word, 'source'] as const),
        ...target.split(' ').map((word) => [word, 'target'] as const),
      ]),
    );
    known.set(language, ways);
  }
  return ways.get(plain);
}
