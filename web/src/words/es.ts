import { en } from './en.js';
import type { Words } from './keys.js';

export const es: Words = en;
