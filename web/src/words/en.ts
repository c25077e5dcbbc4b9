import { screens } from './en/screens.js';
import { talk } from './en/talk.js';

/** The page's own words. Every key stands in each language. */
export const en = { ...talk, ...screens } as const;
