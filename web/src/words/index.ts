import { computed, signal } from '@preact/signals';
import { talk as english } from './en/talk.js';
import type { Key, TalkKey } from './keys.js';

export type { TalkKey } from './keys.js';

/** Languages of the page's own words, each by its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  sw: 'Kiswahili',
} as const;

export type Language = keyof typeof LANGUAGES;

const KEY = 'oracle-language';

type Words = Readonly<Partial<Record<Key, string>>>;

/** Words of the conversations, and those of all other screens: files of their own, which come when they are needed. */
const LOADERS: Readonly<Record<Language, readonly [() => Promise<Words>, () => Promise<Words>]>> = {
  en: [async () => english, async () => (await import('./en/screens.js')).screens],
  de: [
    async () => (await import('./de/talk.js')).talk,
    async () => (await import('./de/screens.js')).screens,
  ],
  fr: [
    async () => (await import('./fr/talk.js')).talk,
    async () => (await import('./fr/screens.js')).screens,
  ],
  es: [
    async () => (await import('./es/talk.js')).talk,
    async () => (await import('./es/screens.js')).screens,
  ],
  pt: [
    async () => (await import('./pt/talk.js')).talk,
    async () => (await import('./pt/screens.js')).screens,
  ],
  sw: [
    async () => (await import('./sw/talk.js')).talk,
    async () => (await import('./sw/screens.js')).screens,
  ],
};

const spoken = signal<{ readonly language: Language; readonly words: Words }>({
  language: 'en',
  words: english,
});

/** The language of the page. */
export const language = computed(() => spoken.value.language);

/** What was asked for last: what comes later than it was asked for does not count. */
let wanted: Language = 'en';
let withScreens = false;
let asked = 0;

/** The language that was chosen before, else the first of the browser's that the page speaks. */
export async function startWords(): Promise<void> {
  const liked = [localStorage.getItem(KEY) ?? '', ...navigator.languages].map((each) => each.slice(0, 2));
  wanted = liked.find(isLanguage) ?? 'en';
  await speak();
}

export async function choose(chosen: Language): Promise<void> {
  localStorage.setItem(KEY, chosen);
  wanted = chosen;
  await speak();
}

/** Brings the words of the screens besides the conversations. @throws TypeError when they cannot be loaded in any language */
export async function loadScreenWords(): Promise<void> {
  if (withScreens) return;
  withScreens = true;
  try {
    await speak();
  } catch (error) {
    withScreens = false;
    throw error;
  }
}

async function speak(): Promise<void> {
  asked += 1;
  const mine = asked;
  const found = await wordsOf(wanted)
    // A file could not be loaded; English may be here already.
    .catch(() => wordsOf('en'));
  if (mine !== asked) return;
  spoken.value = found;
  document.documentElement.lang = found.language;
}

async function wordsOf(language: Language): Promise<{ readonly language: Language; readonly words: Words }> {
  const [talk, screens] = LOADERS[language];
  const parts = await Promise.all([talk(), withScreens ? screens() : {}]);
  return { language, words: Object.assign({}, ...parts) };
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** The page's own words, in the language of the page; `{name}` stands for a value. */
export const t: (key: TalkKey, values?: Readonly<Record<string, string | number>>) => string = phrase;

/** As `t`; the name of a word that is not here yet, for nobody is to wait for one. */
export function phrase(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(spoken.value.words[key] ?? key, values, language.value);
}

/** Words with their values; numbers as the language writes them. */
function fill(words: string, values: Readonly<Record<string, string | number>>, locale: string): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

/** The language as the browser's owner writes it where that is known: `en-GB` and not the `en` of another country. */
function locale(): string {
  return navigator.languages.find((each) => each.slice(0, 2) === language.value) ?? language.value;
}

/** A time as people say it: of today the hour, of this year the day, else the date. */
export function when(time: string, now = new Date()): string {
  const then = new Date(time);
  if (Number.isNaN(then.getTime())) return time;
  if (then.toDateString() === now.toDateString())
    return then.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
  return then.toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'short',
    ...(then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
}

/** A time in full. */
export function fullTime(time: string): string {
  return new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** Bytes as people read them. */
export function sizeOf(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return value.toLocaleString(language.value, {
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && at > 0 ? 1 : 0,
  });
}
