import { hasWord, WORDS } from './time-words.js';

export interface WallClock {
  /** 0 to 23. */
  readonly hour: number;
  readonly minute: number;
}

/** The time of day that a folded text names: `at 8`, `08:30`, `7h15`, `8 pm`, `20 Uhr`, `noon`; undefined without one. */
export function readClock(text: string): WallClock | undefined {
  if (hasWord(text, WORDS.noon)) return { hour: 12, minute: 0 };
  if (hasWord(text, WORDS.midnight)) return { hour: 0, minute: 0 };
  const found =
    /\b(\d{1,2})\s*[:h.]\s*(\d{2})\b\s*(am|pm)?/.exec(text) ??
    /\b(\d{1,2})()\s*(am|pm|uhr|h\b|horas?|heures?|o'?clock)/.exec(text) ??
    /\b(?:at|um|gegen|a las?|a|as|saa)\s+(\d{1,2})\b(?!\s*[-:/.]?\d)()/.exec(text);
  if (found === null) return undefined;
  const [, said, minutes = '', half] = found;
  const hour = (Number(said) % (half === 'am' || half === 'pm' ? 12 : 24)) + (half === 'pm' ? 12 : 0);
  const minute = Number(minutes);
  return Number(said) > 24 || minute > 59 ? undefined : { hour, minute };
}
