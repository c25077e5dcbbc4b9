import type { screens } from './en/screens.js';
import type { talk } from './en/talk.js';

/** Names of the words that are there from the start. */
export type TalkKey = keyof typeof talk;

/** Names of all words of the page. */
export type Key = TalkKey | keyof typeof screens;
