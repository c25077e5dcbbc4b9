/** One of the languages that the keyless chat reads. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'sw';

export const LANGUAGES: readonly Language[] = ['en', 'de', 'fr', 'es', 'pt', 'sw'];
