import { screens } from './de/screens.js';
import { talk } from './de/talk.js';
import type { Words } from './keys.js';

/** Not read by a native speaker yet. */
export const de: Words = { ...talk, ...screens };
