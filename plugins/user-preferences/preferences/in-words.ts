import { writeNumber, zoneInWords } from 'oracle-runtime/kit';
import type { UserPreferences } from '../service.js';

const TONES: Readonly<Record<NonNullable<UserPreferences['tone']>, string>> = {
  brief: 'short answers',
  friendly: 'a friendly tone',
  formal: 'a formal tone',
  detailed: 'detailed answers',
};

/** The preferences as a line each, of closed words alone: nothing that a person typed gets here. */
export function inWords(preferences: UserPreferences): readonly string[] {
  const { language, tone, units, decimalSeparator, groupSeparator, timeZone } = preferences;
  const number =
    decimalSeparator !== undefined && groupSeparator !== undefined
      ? writeNumber(1234.5, { decimal: decimalSeparator, group: groupSeparator })
      : undefined;
  return [
    ...(language === undefined ? [] : [`answers in ${nameOf(language)} (${language})`]),
    ...(tone === undefined ? [] : [TONES[tone]]),
    ...(units === undefined ? [] : [`${units} units`]),
    ...(number === undefined ? [] : [`numbers like ${number}`]),
    ...(timeZone === undefined ? [] : [`the time zone ${zoneInWords(timeZone)}`]),
  ];
}

/** What the system prompt says of them, well under 2 KB; undefined where nothing is set. @param now ms since the epoch */
export function promptOf(preferences: UserPreferences, now: number): string | undefined {
  const words = inWords(preferences);
  if (words.length === 0) return undefined;
  const { timeZone } = preferences;
  const day =
    timeZone === undefined
      ? ''
      : ` For them it is ${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)} now.`;
  return `This person prefers ${words.join(', ')}. Follow that, unless a message asks for something else; the value of a number never changes.${day}`;
}

function nameOf(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}
