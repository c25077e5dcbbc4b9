import { splitName } from '../../../language/tokenize.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isTimeZone } from '../../days/time-zones.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { inUtc, type SaidZone, saidZones } from './said-zones.js';

/**
 * A call held to the time zones that its messages name, latest first: the field that takes one has it whole, and a clock
 * time that the tool counts in UTC is reckoned into it. A zone that has no place, or that means several, is told as unused.
 */
export function holdZones(call: PlannedCall, said: readonly string[]): PlannedCall {
  const [latest = ''] = said;
  return said.reduceRight((held, message) => heldToOne(held, message, message === latest), call);
}

function heldToOne(call: PlannedCall, message: string, isLatest: boolean): PlannedCall {
  const zones = saidZones(message);
  const [zone, another] = zones;
  if (zone === undefined || call.agreed === true) return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(({ kind }) => kind === 'string');
  const cleared = withoutZoneNames(call, leaves, zones);
  if (cleared !== call) return heldToOne(cleared, message, isLatest);
  const whole = withWholeNames(call, leaves, zones);
  const raws = zones.map(({ raw }) => raw);
  if (whole.args !== call.args) return whole;
  const field = leaves.find(isZoneField);
  const own = field === undefined ? undefined : getPath(call.args, field.path);
  if (field !== undefined && another === undefined && zone.name !== undefined) {
    // What stands there is that of a later message, or nothing that is a zone.
    const isSet = typeof own === 'string' && isTimeZone(own);
    return isSet && (own === zone.name || !isLatest)
      ? withoutUnused(call, raws)
      : withoutUnused({ ...call, args: withPath(call.args, field.path, zone.name) }, raws);
  }
  const reckoned = another === undefined ? clockInUtc(call, leaves, zone, message) : undefined;
  if (reckoned !== undefined) return withoutUnused(reckoned, raws);
  const given = JSON.stringify(call.args);
  // A text that is kept as it was said has it.
  const left = raws.filter((raw) => !given.includes(raw) && !call.unused.includes(raw));
  if (left.length === 0 || isTaken(call, zone) || !isLatest) return call;
  return { ...call, unused: [...call.unused, ...left], band: 'likely', unsettled: true };
}

/** An abbreviation of a time zone is nobody's name, and no other text: `EAT` publishes no numbers. */
function withoutZoneNames(
  call: PlannedCall,
  leaves: readonly Field[],
  zones: readonly SaidZone[],
): PlannedCall {
  const taken = leaves.filter((field) => {
    const value = getPath(call.args, field.path);
    return !isZoneField(field) && zones.some(({ raw }) => raw === value && /^[A-Z]{3,4}$/u.test(raw));
  });
  if (taken.length === 0) return call;
  return {
    ...call,
    args: taken.reduce<Args>((args, { path }) => withoutPath(args, path), call.args),
    missing: [...call.missing, ...taken.filter(({ needed }) => needed)],
    band: 'likely',
    unsettled: true,
  };
}

/** The name of a time zone is one word: what was read up to its slash is the whole of it. */
function withWholeNames(
  call: PlannedCall,
  leaves: readonly Field[],
  zones: readonly SaidZone[],
): PlannedCall {
  const args = leaves.reduce((all, { path }) => {
    const value = getPath(all, path);
    const whole =
      typeof value === 'string' ? zones.find(({ name }) => name?.startsWith(`${value}/`)) : undefined;
    return whole?.name === undefined ? all : withPath(all, path, whole.name);
  }, call.args);
  return args === call.args ? call : { ...call, args };
}

function isZoneField({ name }: Field): boolean {
  return splitName(name).join('').endsWith('timezone') || splitName(name).join('') === 'tz';
}

const CLOCK = /^([01]?\d|2[0-3]):[0-5]\d$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** With a clock time that the tool says it counts in UTC, and its day. Undefined where it has none, or was reckoned before. */
function clockInUtc(
  call: PlannedCall,
  leaves: readonly Field[],
  zone: SaidZone,
  message: string,
): PlannedCall | undefined {
  const clock = leaves.find(
    (field) => /\bUTC\b/u.test(field.description) && CLOCK.test(String(getPath(call.args, field.path))),
  );
  const day = leaves.find(
    (field) =>
      DAY.test(String(getPath(call.args, field.path))) &&
      field.aliases.some((alias) => clock?.aliases.includes(alias)),
  );
  if (clock === undefined || day === undefined) return undefined;
  const value = String(getPath(call.args, clock.path));
  if (!saysClock(message, value)) return call;
  const utc = inUtc(String(getPath(call.args, day.path)), value, zone);
  if (utc === undefined) return undefined;
  const args: Args = withPath(withPath(call.args, clock.path, utc.clock), day.path, utc.day);
  return { ...call, args };
}

/** Whether a message says this clock time: 20:00 also as `8 pm` or `20 Uhr`. */
function saysClock(message: string, value: string): boolean {
  const [hours = '', minutes = ''] = value.split(':');
  const hour = Number(hours);
  const figures = hour > 12 ? `0?${hour}|0?${hour - 12}` : `0?${hour}`;
  return new RegExp(
    `(?<![\\d:])(?:${figures})(?:[:.h]?${minutes}|${minutes === '00' ? '(?![:\\d])' : '(?!)'})`,
    'u',
  ).test(message);
}

function withoutUnused(call: PlannedCall, raws: readonly string[]): PlannedCall {
  const isOfZone = (one: string) => raws.some((raw) => raw.includes(one) || one.includes(raw));
  return call.unused.some(isOfZone) ? { ...call, unused: call.unused.filter((one) => !isOfZone(one)) } : call;
}

/** Whether the place of a zone is a value of the call itself. */
function isTaken({ args }: PlannedCall, { name }: SaidZone): boolean {
  const place = name?.split('/').at(-1)?.replaceAll('_', ' ');
  return place !== undefined && JSON.stringify(args).includes(place);
}

/**
 * A message without the zone that it says beside its wish, `…, time zone Africa/Nairobi` or `… in Nairobi time`: its place is
 * found afterwards, and no word of it is a path or a name.
 */
export function withoutZone(text: string): string {
  const zones = saidZones(text);
  const [zone, another] = zones;
  if (zone === undefined || another !== undefined || zone.name === undefined) return text;
  const before = text.slice(0, zone.start);
  const lead = LEAD.exec(before);
  const isOfPlace =
    /[ -](?:time|Zeit|Ortszeit)$/iu.test(zone.raw) ||
    /^(?:heure|hora|hor[aá]rio|saa za)\s/iu.test(zone.raw) ||
    /^[A-Z]{3,4}$/u.test(zone.raw);
  if (lead === null && !isOfPlace) return text;
  const kept = before.slice(0, lead?.index ?? before.length).replace(/[\s,;(]+$/u, '');
  // A wish for a zone and nothing else is about it.
  if (!/[/\d]/u.test(kept)) return text;
  return `${kept}${text.slice(zone.end).replace(/^\)/u, '')}`;
}

const LEAD =
  /[\s,;(]+(?:(?:in|with|using|by|at|mit|in der|avec|dans|con|en|com|na|kwa|em|no|und|and)\s+)?(?:the\s+|der\s+|le\s+|la\s+|el\s+|o\s+)?(?:time ?zone|zeitzone|fuseau horaire|zona horaria|fuso hor[aá]rio|majira ya|tz)[:=]?\s*$|,?\s+(?:in|by|nach|in der|en|em|kwa)\s*$/iu;
