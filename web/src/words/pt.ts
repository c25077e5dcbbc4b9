import type { Words } from './keys.js';
import { screens } from './pt/screens.js';
import { talk } from './pt/talk.js';

/** Not read by a native speaker yet. */
export const pt: Words = { ...talk, ...screens };
