import { OracleError } from 'oracle-runtime/plugin';

let cities: ReadonlyMap<string, string> | undefined;

/**
 * The time zone of its name, or of a city that one is named after: `Africa/Nairobi` of `Nairobi`. So many whole hours from UTC
 * are one too: `UTC+3` is `Etc/GMT-3`, which the database counts the other way round.
 * @throws OracleError `invalid_request` for what is neither
 */
export function zoneNamed(said: string): string {
  const name = said.trim();
  const [, sign, hours = ''] = /^(?:UTC|GMT)\s?([+-])\s?0?(\d{1,2})(?::?00)?$/iu.exec(name) ?? [];
  const fixed = hours === '0' ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
  if (sign !== undefined && isZone(fixed)) return fixed;
  if (/^[A-Za-z]/.test(name) && isZone(name)) return name;
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [
      comparable(zone.slice(zone.lastIndexOf('/') + 1)),
      zone,
    ]),
  );
  const zone = cities.get(comparable(name)) ?? renamed(name);
  if (zone !== undefined) return zone;
  throw new OracleError('invalid_request', {
    detail: `'${name.slice(0, 40)}' is no time zone that is known here.`,
    hint: 'Name it as Africa/Nairobi is, or by the city that it is named after.',
    errors: [{ field: 'timeZone', message: 'is not known' }],
  });
}

/** Continents whose cities have new names of which older systems know the old one in their list alone: Kyiv, Kolkata. */
const CONTINENTS = ['Europe', 'Asia', 'Africa', 'America', 'Pacific', 'Atlantic', 'Australia', 'Indian'];

function renamed(city: string): string | undefined {
  const words = comparable(city).replace(/(?:^| )\p{L}/gu, (letter) => letter.toUpperCase());
  if (!/^[\p{L} ]+$/u.test(words)) return undefined;
  for (const continent of CONTINENTS) {
    const name = `${continent}/${words.replaceAll(' ', '_')}`;
    if (isZone(name)) return name;
  }
  return undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/[_\s-]+/g, ' ');
}
