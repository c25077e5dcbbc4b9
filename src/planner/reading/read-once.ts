import { Lru } from '../../kit/index.js';
import { languageOf } from '../language/language-of.js';
import { readText, type Said } from './read-text.js';
import type { Reading } from './reading.js';

/** Messages of a talk that are looked at again: at each step of a run, and by the turns behind them. */
const KEPT = 64;

const readings = new Lru<Reading>(KEPT);

/** The same as `readText`, but a message is read once, however often it is looked at. */
export function readOnce(text: string, { language = languageOf(text), ...said }: Said = {}): Reading {
  const { today, blocks, decimal } = said;
  const key = JSON.stringify([language, today, decimal, blocks, text]);
  const known = readings.get(key);
  if (known !== undefined) return known;
  const reading = readText(text, { ...said, language });
  readings.set(key, reading);
  return reading;
}
