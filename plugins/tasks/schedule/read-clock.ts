import { OracleError } from 'oracle-runtime/plugin';
import { hasWord, WORDS } from './time-words.js';

export interface WallClock {
  /** 0 to 23. */
  readonly hour: number;
  readonly minute: number;
}

/** What a folded text says of the time of day. */
export interface Clocks {
  /** In order; none where it says none. */
  readonly clocks: readonly WallClock[];
  /** The text, with a gap of the same length in the place of each. */
  readonly rest: string;
  /** What stands between the first and the last of them. */
  readonly between: string;
}

/** When a task is due that says no time of day. */
const MORNING: WallClock = { hour: 9, minute: 0 };
const AFTERNOON: WallClock = { hour: 15, minute: 0 };
const EVENING: WallClock = { hour: 19, minute: 0 };
const NIGHT: WallClock = { hour: 21, minute: 0 };

const FORMS = [
  /\b(\d{1,2})\s*[:h.]\s*(\d{2})\b(?![:.]?\d)\s*(am|pm)?(?:\s*uhr)?/g,
  /\b(\d{1,2})()\s*(am|pm|uhr|h\b|horas?|heures?|o'?clock)(?![a-z])/g,
  /\b(?:at|um|gegen|a las?|a|as)\s+(\d{1,2})\b(?!\s*[-:/.]?\d)()/g,
];
/** `saa moja asubuhi`, `saa tatu na nusu`: hours that begin at six, in the words of Swahili. */
const SWAHILI =
  /\bsaa\s+(moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi(?: na (?:moja|mbili))?)\b(?:\s+(na nusu|na robo|kasoro(?:bo| robo))\b)?(?!\s+(?:na dakika|kasoro))/g;
/** The hour of the day, counted from six in the morning, with which `jioni` begins. */
const EVENING_BEGINS = 9;
/** The hour of the night with which `alfajiri` begins: three in the morning. */
const DAWN_BEGINS = 9;
const FROM_HOUR: Readonly<Record<string, number>> = { 'na nusu': 30, 'na robo': 15 };
/** `kasorobo`, a quarter less. */
const QUARTER_LESS = -15;
const HOURS = [
  'moja',
  'mbili',
  'tatu',
  'nne',
  'tano',
  'sita',
  'saba',
  'nane',
  'tisa',
  'kumi',
  'kumi na moja',
  'kumi na mbili',
];

/**
 * The times of day that a folded text names: `at 8`, `08:30`, `7h15`, `8 pm`, `20 Uhr`, `noon`, `saa moja asubuhi`. What
 * is no time of a day stays in the rest.
 */
export function readClocks(text: string): Clocks {
  const clocks: { at: number; end: number; clock: WallClock }[] = [];
  let rest = text;
  const take = (
    pattern: RegExp,
    read: (groups: readonly (string | undefined)[]) => WallClock | undefined,
  ) => {
    rest = rest.replace(pattern, (...found) => {
      const whole = String(found[0]);
      const clock = read(found.slice(0, -2));
      if (clock === undefined) return whole;
      const at = Number(found.at(-2));
      clocks.push({ at, end: at + whole.length, clock });
      return '\u00b7'.repeat(whole.length);
    });
  };
  take(SWAHILI, ([, said = '', part]) => {
    const minutes = part === undefined ? 0 : (FROM_HOUR[part] ?? QUARTER_LESS);
    return swahili(HOURS.indexOf(said) + 1, minutes, part === undefined ? said : `${said} ${part}`, text);
  });
  for (const form of FORMS)
    take(form, ([, said, minutes = '', half]) => {
      const hour = hourOf(Number(said), half, text);
      const minute = Number(minutes);
      // Some who write `saa 1 asubuhi` mean seven, and some one: whoever wrote it has to say.
      const isSwahili = /\bsaa\b/.test(text) && hasWord(text, DAY_PARTS);
      return hour === undefined || minute > 59 || isSwahili ? undefined : { hour, minute };
    });
  take(wordsOf(WORDS.noon), () => ({ hour: 12, minute: 0 }));
  take(wordsOf(WORDS.midnight), () => ({ hour: 0, minute: 0 }));
  const inOrder = clocks.toSorted((a, b) => a.at - b.at);
  const between = rest.slice(inOrder[0]?.end ?? 0, inOrder.at(-1)?.at ?? 0);
  return { clocks: inOrder.map(({ clock }) => clock), rest, between };
}

/** The time of day of `7`, `7:30`, `5 pm`; undefined for none. */
export function clockSaid(text: string): WallClock | undefined {
  return readClocks(`at ${text}`).clocks[0];
}

/** As an instant of ISO 8601 has it. */
export const written = ({ hour, minute }: WallClock): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** When it is due where no time of day is said. */
export function usualClock(text: string): WallClock {
  if (hasWord(text, WORDS.evening)) return EVENING;
  if (hasWord(text, WORDS.night)) return NIGHT;
  return hasWord(text, WORDS.afternoon) ? AFTERNOON : MORNING;
}

const DAY_PARTS = [...WORDS.dawn, ...WORDS.morning, ...WORDS.afternoon, ...WORDS.evening, ...WORDS.night];
const LATE = [...WORDS.afternoon, ...WORDS.evening];

/** 0 to 23; undefined for an hour that no clock shows. */
function hourOf(said: number, half: string | undefined, text: string): number | undefined {
  if (half === 'am' || half === 'pm')
    return said < 1 || said > 12 ? undefined : (said % 12) + (half === 'pm' ? 12 : 0);
  if (said > 24) return undefined;
  if (said === 12 && hasWord(text, WORDS.night)) return 0;
  const isLate = said < 12 && (hasWord(text, LATE) || (said > 5 && hasWord(text, WORDS.night)));
  return (said % 24) + (isLate && said > 0 ? 12 : 0);
}

/**
 * Hours of Swahili begin at six, by day and by night.
 * @throws OracleError `invalid_request` where it is not said which of them is meant, naming both
 */
function swahili(hour: number, minutes: number, said: string, text: string): WallClock {
  const at = (from: number): WallClock => {
    const all = ((hour % 12) * 60 + from * 60 + minutes + 24 * 60) % (24 * 60);
    return { hour: Math.floor(all / 60), minute: all % 60 };
  };
  if (hasWord(text, WORDS.night)) return at(18);
  if (hasWord(text, WORDS.dawn)) return at(hour >= DAWN_BEGINS && hour < 12 ? 18 : 6);
  // `saa kumi jioni` is four in the afternoon: the evening of Swahili begins before the night does.
  if (hasWord(text, WORDS.evening)) return at(hour >= EVENING_BEGINS && hour < 12 ? 6 : 18);
  if (hasWord(text, [...WORDS.morning, ...WORDS.afternoon])) return at(6);
  throw new OracleError('invalid_request', {
    detail: `"saa ${said}" is ${written(at(6))} by day and ${written(at(18))} by night.`,
    hint: `Say which: "saa ${said} asubuhi", "mchana", "jioni" or "usiku"; or in figures, such as ${written(at(6))}.`,
    errors: [{ field: 'when', message: 'read in two ways' }],
  });
}

function wordsOf(words: readonly string[]): RegExp {
  return new RegExp(`\\b()(?:${words.join('|')})\\b`, 'g');
}
