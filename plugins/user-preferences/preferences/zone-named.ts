import { OracleError } from 'oracle-runtime/plugin';

let cities: ReadonlyMap<string, string> | undefined;

/**
 * The time zone of its name, or of a city that one is named after: `Africa/Nairobi` of `Nairobi`.
 * @throws OracleError `invalid_request` for what is neither
 */
export function zoneNamed(said: string): string {
  const name = said.trim();
  try {
    if (/^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name })) return name;
  } catch {
    // It may be a city.
  }
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [
      comparable(zone.slice(zone.lastIndexOf('/') + 1)),
      zone,
    ]),
  );
  const zone = cities.get(comparable(name));
  if (zone !== undefined) return zone;
  throw new OracleError('invalid_request', {
    detail: `'${name.slice(0, 40)}' is no time zone that is known here.`,
    hint: 'Name it as Africa/Nairobi is, or by the city that it is named after.',
    errors: [{ field: 'timeZone', message: 'is not known' }],
  });
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/[_\s-]+/g, ' ');
}
