import { screens } from './fr/screens.js';
import { talk } from './fr/talk.js';
import type { Words } from './keys.js';

/** Not read by a native speaker yet. */
export const fr: Words = { ...talk, ...screens };
