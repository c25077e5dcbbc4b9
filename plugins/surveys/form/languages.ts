/** Languages that the ready questions speak: BCP 47 code -> name as phones show it. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  sw: 'Kiswahili',
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** As XLSForm names a language: `Kiswahili (sw)`. */
export function languageName(language: Language): string {
  return `${LANGUAGES[language]} (${language})`;
}
