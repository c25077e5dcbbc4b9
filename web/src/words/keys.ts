import type { en } from './en.js';

/** Names of all words of the page. */
export type Key = keyof typeof en;

/** All words of the page in one language: none may be missing. */
export type Words = Readonly<Record<Key, string>>;
