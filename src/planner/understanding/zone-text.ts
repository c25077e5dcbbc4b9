import { fold } from '../language/fold.js';
import type { Leaf } from './leaf-fields.js';
import type { PlaceText } from './place-text.js';
import type { ReadTurn } from './read-turn.js';

const ZONES = /(?:^|\W)time ?zone(?:\W|$)/u;
/** A name of the zone database: `Africa/Nairobi`. */
const NAME = /(?<![\w/])\p{Lu}\w+(?:\/\p{Lu}[\w+-]+){1,2}/gu;
/** `Nairobi time`, `East Africa time` */
const TIME_BEHIND =
  /(?<![\p{L}])(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?)(?:\s|-)(?:time|Zeit)(?![\p{L}])/gu;
/** `the time of Nairobi`, `heure de Nairobi` */
const TIME_BEFORE =
  /(?:time (?:of|in)|zeit (?:von|in)|heure (?:de|d'|d’)\s?|hora (?:de|do|da)|saa za|zona horaria (?:de|es)|fuso (?:horário )?(?:de|é))\s*(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?)/gu;
/** `my time zone is Nairobi`, `mon fuseau horaire à Nairobi`, `time zone UTC+3`: up to three words that may be a place. */
const NAMED =
  /(?:time ?zone|zeitzone|fuseau(?: horaire)?|zona horaria|huso horario|fuso(?: hor[aá]rio)?|saa za eneo)(?:\s+(?:langu|yangu|zangu|letu))?(?:\s+(?:is|to|as|at|in|auf|ist|zu|[aà]|sur|est|en|es|em|para|é|ni|kuwa|iwe))*\s*[:=]?\s*((?:UTC|GMT)\s?[+-]\s?\d{1,2}(?::?\d{2})?(?!\d)|\p{L}[\p{L}'’-]+(?:\s\p{L}[\p{L}'’-]+){0,2})/giu;
/** How far a zone is from UTC, and no place. */
const OFFSET = /^(?:UTC|GMT)/iu;
const SURE = 0.8;

let cities: ReadonlySet<string> | undefined;

/** Whether the text of a field is the name of a time zone. */
export function isZoneField({ kind, many, names }: Leaf): boolean {
  return kind === 'string' && !many && names.some((name) => ZONES.test(name.toLowerCase()));
}

/** The time zone that a message names, by its name or by the city that it is named after. */
export function zoneIn({ reading: { text } }: ReadTurn): PlaceText | undefined {
  const named = [...text.matchAll(NAME)].find(([name]) => isZone(name));
  if (named !== undefined) return placed(named[0], named.index);
  for (const pattern of [TIME_BEHIND, TIME_BEFORE]) {
    for (const match of text.matchAll(pattern)) {
      const whole = match[1] ?? '';
      // `Use Nairobi time`: the capital of a sentence is no part of the name.
      const city = [whole, whole.slice(whole.indexOf(' ') + 1)].find(isCity);
      if (city !== undefined) return placed(city, match.index + match[0].lastIndexOf(city));
    }
  }
  for (const match of text.matchAll(NAMED)) {
    const whole = match[1] ?? '';
    const words = whole.split(/\s/u);
    const city = OFFSET.test(whole)
      ? whole
      : words.map((_, at) => words.slice(0, words.length - at).join(' ')).find(isCity);
    if (city !== undefined) return placed(city, match.index + match[0].length - whole.length);
  }
  return undefined;
}

function placed(text: string, start: number): PlaceText {
  return { text, start, end: start + text.length, p: SURE };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function isCity(name: string): boolean {
  cities ??= new Set(
    Intl.supportedValuesOf('timeZone').map((zone) => plain(zone.slice(zone.lastIndexOf('/') + 1))),
  );
  return cities.has(plain(name));
}

function plain(name: string): string {
  return fold(name).replace(/[_\s-]+/gu, ' ');
}
