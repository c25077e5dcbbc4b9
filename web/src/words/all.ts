import { phrase } from './index.js';
import type { Key } from './keys.js';

export * from './index.js';

/** As `t`, of all words: for code that is shown after `loadScreenWords`. */
export const t: (key: Key, values?: Readonly<Record<string, string | number>>) => string = phrase;
