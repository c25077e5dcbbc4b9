import type { Words } from './keys.js';
import { screens } from './sw/screens.js';
import { talk } from './sw/talk.js';

/** Not read by a native speaker yet. */
export const sw: Words = { ...talk, ...screens };
