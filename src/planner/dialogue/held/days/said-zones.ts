import { fold, foldInPlace } from '../../../language/fold.js';
import { isTimeZone } from '../../days/time-zones.js';

/** A time zone as a message says it, with the place of the words. */
export interface SaidZone {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Its name in the zone database; undefined where only how far it is from UTC is known, or not even that. */
  readonly name: string | undefined;
  /** Minutes east of UTC, where that is the same all the year. */
  readonly offset: number | undefined;
}

/** Abbreviations that mean one time in the whole world, in minutes east of UTC; `IST`, `CST` and others mean several. */
const OFFSETS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WAT: 60,
  CAT: 120,
  SAST: 120,
  EAT: 180,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
};
/** A zone of the database that has the time of an abbreviation the whole year. */
const NAMES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  WAT: 'Africa/Lagos',
  CAT: 'Africa/Maputo',
  SAST: 'Africa/Johannesburg',
  EAT: 'Africa/Nairobi',
};

const CLOCK = String.raw`(?:\d{1,2}(?::\d{2}|h\d{2}|(?:[:.]\d{2})?\s*(?:uhr|[ap]\.?m\.?|h|hrs|hours|heures|horas)))`;
/** A name of the zone database: `Africa/Nairobi`, `America/Argentina/Buenos_Aires`. */
const IANA = /(?<![\w/])\p{Lu}\w+(?:\/\p{Lu}[\w+-]+){1,2}/gu;
const PLACE = String.raw`(?<place>\p{Lu}[\p{L}'’]+(?:[ -]\p{Lu}[\p{L}'’]+){0,2}|Dar es Salaam|Port of Spain)`;
const OF_PLACE = [
  new RegExp(String.raw`(?<=${CLOCK},?\s+(?:in|à|a|en|em|mjini)\s)${PLACE}`, 'gu'),
  new RegExp(
    String.raw`(?<![\p{L}/-])${PLACE}(?:['’]s)?[ -](?:local |standard )?(?:time|Zeit|Ortszeit)(?![\p{L}-])`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:heure (?:locale )?(?:de |d['’])|hora(?: local)? (?:de |do |da )|hor[aá]rio (?:de |do |da )|saa za |time zone of |timezone of |time zone:? |timezone:? |zeitzone |fuseau horaire (?:de )?|zona horaria (?:de )?|fuso hor[aá]rio (?:de )?)${PLACE}(?![\p{L}/])`,
    'giu',
  ),
];
const ABBREVIATION = new RegExp(
  String.raw`(?<=(?:${CLOCK}|(?<!\p{L})(?:at|um|à|às|a las|saa)\s+\d{1,2}|time ?zone|zeitzone|fuseau horaire|zona horaria|fuso hor[aá]rio)[\s,(]*)(?<name>[A-Z]{1,5})(?<sign>[+-]\d{1,2}(?::?\d{2})?)?(?![\p{L}\d:/-])`,
  'giu',
);
/** An abbreviation that means nothing else, standing by itself: `…, EAT, from 12 November`, `in EAT`. */
const APART =
  /(?<=[,;(]\s*|(?<!\p{L})(?:in|by|to|times are|en|em|nach|auf|zu|a|para|kwa)\s)(?<name>EAT|WAT|SAST|CEST|MESZ|EEST|UTC|GMT)(?=\s*(?:[,;).]|$))/gu;
/** Times that are called by a land or a part of the world. */
const CALLED: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})east(?:ern)? african? (?:standard )?time(?!\p{L})/giu, 'EAT'],
  [
    /(?<!\p{L})(?:kenyan?|tanzanian?|ugandan?|ethiopian?|somali) (?:local |standard )?time(?!\p{L})/giu,
    'EAT',
  ],
  [
    /(?<!\p{L})(?:ostafrikanische zeit|heure d['’]afrique de l['’]est|saa za afrika mashariki)(?!\p{L})/giu,
    'EAT',
  ],
  [
    /(?<!\p{L})west(?:ern)? african? (?:standard )?time(?!\p{L})|(?<!\p{L})nigerian? (?:local )?time(?!\p{L})/giu,
    'WAT',
  ],
  [
    /(?<!\p{L})central african? (?:standard )?time(?!\p{L})|(?<!\p{L})(?:rwandan?|zambian?|malawian?|zimbabwean?) (?:local )?time(?!\p{L})/giu,
    'CAT',
  ],
  [/(?<!\p{L})south african? (?:standard |local )?time(?!\p{L})/giu, 'SAST'],
];
const OFFSET = /(?<![\p{L}\d])(?:UTC|GMT)\s?(?<sign>[+-]\d{1,2}(?::?\d{2})?)(?!\d)/gu;
/** The zone of whoever speaks, which nobody here knows. */
const LOCAL =
  /(?<![\p{L}])(?:(?:our |my )?local time|ortszeit|lokalzeit|unserer zeit|heure locale|hora local|saa za hapa|saa za kwetu|saa ya hapa)(?![\p{L}])/giu;

/** The time zones that a message names beside a clock time or as such, in order. */
export function saidZones(message: string): readonly SaidZone[] {
  const found: SaidZone[] = [];
  const add = (start: number, raw: string, name?: string, offset?: number) => {
    const end = start + raw.length;
    if (!found.some((one) => start < one.end && one.start < end))
      found.push({ start, end, raw, name, offset });
  };
  for (const { 0: raw, index } of message.matchAll(IANA)) if (isTimeZone(raw)) add(index, raw, raw);
  for (const { 0: raw, index, groups } of message.matchAll(OFFSET))
    add(index, raw, undefined, minutesOf(groups?.['sign'] ?? ''));
  for (const { 0: raw, index, groups } of message.matchAll(APART)) {
    const name = groups?.['name'] ?? '';
    add(index, raw, NAMES[name], OFFSETS[name]);
  }
  for (const [pattern, name] of CALLED)
    for (const { 0: raw, index } of message.matchAll(pattern)) add(index, raw, NAMES[name], OFFSETS[name]);
  for (const pattern of OF_PLACE)
    for (const { 0: raw, index, groups } of message.matchAll(pattern)) {
      const place = groups?.['place'] ?? '';
      const [part, name] = placeIn(place);
      if (name === undefined) continue;
      // Words beside the place are none of it: the `Uhr` of `20 Uhr Nairobi-Zeit`, the `llamar` of `hora de Nairobi llamar`.
      const from = raw.endsWith(place) ? 0 : raw.indexOf(place) + place.indexOf(part);
      const to = raw.endsWith(place)
        ? raw.length - place.length + place.indexOf(part) + part.length
        : raw.length;
      add(index + from, raw.slice(from, to), name);
    }
  for (const { 0: raw, index, groups } of message.matchAll(ABBREVIATION)) {
    const name = groups?.['name'] ?? '';
    // What no letter of is small is an abbreviation.
    if (name !== name.toUpperCase() || /^(?:AM|PM|H|A|P|I|UHR)$/u.test(name)) continue;
    const sign = groups?.['sign'];
    const offset = sign === undefined ? OFFSETS[name] : undefined;
    if (offset !== undefined || isAmbiguous(name))
      add(index, raw, sign === undefined ? NAMES[name] : undefined, offset);
  }
  const low = foldInPlace(message);
  for (const { 0: raw, index } of low.matchAll(LOCAL)) add(index, message.slice(index, index + raw.length));
  return found.sort((a, b) => a.start - b.start);
}

/** Abbreviations that stand for the time of several places, or for one that changes in the middle of the year. */
function isAmbiguous(name: string): boolean {
  return /^(?:IST|CST|EST|PST|MST|BST|AST|CDT|EDT|PDT|MDT|ET|CT|PT|MT|WET|WEST|WIB|WITA|WIT|PHT|SGT|HKT|JST|KST|NPT|PKT|BDT|ICT|AEST|AEDT|NZST|NZDT|BRT|ART|CLT|PET|COT|MSK|GST)$/u.test(
    name,
  );
}

function minutesOf(sign: string): number {
  const [, plus, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/u.exec(sign) ?? [];
  return (plus === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

let places: ReadonlyMap<string, readonly string[]> | undefined;

/** The zone of a place that the database names but once, by the last part of a name: `New York`, `Dar es Salaam`. */
function zoneOfPlace(place: string): string | undefined {
  places ??= placesOfZones();
  // `Berliner Zeit`
  const [only, another] = places.get(plain(place)) ?? places.get(plain(place).replace(/er$/u, '')) ?? [];
  return another === undefined ? only : undefined;
}

/** The part of some words that is a place of one zone, with its zone; the longest. */
function placeIn(words: string): readonly [part: string, name: string | undefined] {
  const starts = [...words.matchAll(/(?<![\p{L}'’])\p{L}/gu)].map(({ index }) => index);
  const ends = [...words.matchAll(/[\p{L}'’](?![\p{L}'’])/gu)].map(({ index }) => index + 1);
  const parts = starts.flatMap((start) =>
    ends.filter((end) => end > start).map((end) => words.slice(start, end)),
  );
  const [first] = parts
    .sort((a, b) => b.length - a.length)
    .flatMap((part) => {
      const name = /^\p{Lu}/u.test(part) ? zoneOfPlace(part) : undefined;
      return name === undefined ? [] : [[part, name] as const];
    });
  return first ?? [words, zoneOfPlace(words)];
}

function placesOfZones(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const key = plain(name.split('/').at(-1) ?? '');
    all.set(key, [...(all.get(key) ?? []), name]);
  }
  return all;
}

function plain(name: string): string {
  return fold(name)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** Minutes that a zone is ahead of UTC at a moment, in milliseconds of the epoch. */
function offsetOf(name: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.round((local - Math.floor(at / 60_000) * 60_000) / 60_000);
}

/** The day and the clock time in UTC of those in a zone; undefined where the zone is not known. */
export function inUtc(
  day: string,
  clock: string,
  { name, offset }: SaidZone,
): { readonly day: string; readonly clock: string } | undefined {
  const local = Date.parse(`${day}T${clock.padStart(5, '0')}:00Z`);
  if (Number.isNaN(local)) return undefined;
  const minutes =
    offset ?? (name === undefined ? undefined : offsetOf(name, local - offsetOf(name, local) * 60_000));
  if (minutes === undefined) return undefined;
  const utc = new Date(local - minutes * 60_000).toISOString();
  return { day: utc.slice(0, 10), clock: utc.slice(11, 16) };
}
