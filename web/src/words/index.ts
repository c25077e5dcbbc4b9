import { computed, signal } from '@preact/signals';
import { en } from './en.js';
import type { Key, Words } from './keys.js';

export type { Key } from './keys.js';

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

const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => en,
  de: async () => (await import('./de.js')).de,
  fr: async () => (await import('./fr.js')).fr,
  es: async () => (await import('./es.js')).es,
  pt: async () => (await import('./pt.js')).pt,
  sw: async () => (await import('./sw.js')).sw,
};

const spoken = signal<{ readonly language: Language; readonly words: Words }>({ language: 'en', words: en });

/** The language of the page. */
export const language = computed(() => spoken.value.language);

/** The language that was chosen before, else the first of the browser's that the page speaks. */
export async function startWords(): Promise<void> {
  const wanted = [localStorage.getItem(KEY) ?? '', ...navigator.languages].map((each) => each.slice(0, 2));
  await speak(wanted.find(isLanguage) ?? 'en');
}

export async function choose(wanted: Language): Promise<void> {
  localStorage.setItem(KEY, wanted);
  await speak(wanted);
}

async function speak(wanted: Language): Promise<void> {
  try {
    spoken.value = { language: wanted, words: await LOADERS[wanted]() };
  } catch {
    // Its file could not be loaded; English is always here.
    spoken.value = { language: 'en', words: en };
  }
  document.documentElement.lang = spoken.value.language;
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** The page's own words, in the language of the page; `{name}` stands for a value. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(spoken.value.words[key], values, language.value);
}

/** Words with their values; numbers as the language writes them. */
function fill(words: string, values: Readonly<Record<string, string | number>>, locale: string): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

/** A time as people say it: of today the hour, of this year the day, else the date. */
export function when(time: string, now = new Date()): string {
  const then = new Date(time);
  if (Number.isNaN(then.getTime())) return time;
  const locale = language.value;
  if (then.toDateString() === now.toDateString())
    return then.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  return then.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    ...(then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
}

/** A time in full. */
export function fullTime(time: string): string {
  return new Date(time).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' });
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
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && at > 0 ? 1 : 0,
  });
}
