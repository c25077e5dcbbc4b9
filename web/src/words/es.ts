import { screens } from './es/screens.js';
import { talk } from './es/talk.js';
import type { Words } from './keys.js';

/** Not read by a native speaker yet. */
export const es: Words = { ...talk, ...screens };
