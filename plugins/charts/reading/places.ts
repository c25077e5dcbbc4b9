import { OracleError } from 'oracle-runtime/plugin';
import type { Place } from '../ready/coverage.js';
import { readTable } from './read-table.js';

const LATITUDE = /^(lat|latitude|gps_?lat(itude)?|_.*_latitude|y)$/i;
const LONGITUDE = /^(lon|lng|long|longitude|gps_?lon(gitude)?|_.*_longitude|x)$/i;

/**
 * Places of units: a table with latitude and longitude, or GeoJSON of points. The id is the column, or the property,
 * that holds most of the wanted ids.
 * @throws OracleError `invalid_request` when there is no place or no such column
 */
export async function readPlaces(
  content: Buffer,
  what: string,
  wanted: ReadonlySet<string>,
): Promise<Place[]> {
  const table = readGeoJson(content) ?? (await readRows(content, what));
  const idColumn = columnOfIds(table.records, wanted);
  if (idColumn === undefined) throw refused(what, 'has none of the ids of the draw');
  return table.records.flatMap((record) => {
    const latitude = numberOf(record[table.latitude]);
    const longitude = numberOf(record[table.longitude]);
    const id = record[idColumn];
    const known = id !== null && id !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    return known ? [{ id: String(id).trim(), latitude, longitude }] : [];
  });
}

interface PlaceRecords {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly latitude: string;
  readonly longitude: string;
}

async function readRows(content: Buffer, what: string): Promise<PlaceRecords> {
  const { columns, rows } = await readTable(content, what);
  const latitude = columns.find((column) => LATITUDE.test(column));
  const longitude = columns.find((column) => LONGITUDE.test(column));
  if (latitude === undefined || longitude === undefined)
    throw refused(what, `has no columns latitude and longitude; it has ${columns.slice(0, 20).join(', ')}`);
  const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  return { records, latitude, longitude };
}

/** Undefined for what is no GeoJSON. */
function readGeoJson(content: Buffer): PlaceRecords | undefined {
  const text = content.toString('utf8').trimStart();
  if (!text.startsWith('{')) return undefined;
  let json: { features?: unknown };
  try {
    json = JSON.parse(text) as { features?: unknown };
  } catch {
    return undefined;
  }
  if (!Array.isArray(json.features)) return undefined;
  const records = json.features.flatMap((feature: unknown) => {
    const { id, properties, geometry } = (feature ?? {}) as {
      id?: unknown;
      properties?: object | null;
      geometry?: { type?: unknown; coordinates?: unknown } | null;
    };
    if (geometry?.type !== 'Point' || !Array.isArray(geometry.coordinates)) return [];
    const [longitude, latitude] = geometry.coordinates as unknown[];
    return [{ ...properties, 'feature id': id, ' latitude': latitude, ' longitude': longitude }];
  });
  return { records, latitude: ' latitude', longitude: ' longitude' };
}

function columnOfIds(records: PlaceRecords['records'], wanted: ReadonlySet<string>): string | undefined {
  const hits = new Map<string, number>();
  for (const record of records)
    for (const [column, value] of Object.entries(record))
      if (wanted.has(String(value).trim())) hits.set(column, (hits.get(column) ?? 0) + 1);
  return [...hits].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

function refused(what: string, why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${what} ${why}.`,
    hint: 'Give a CSV with the ids of the registry, latitude and longitude in degrees, or GeoJSON of points.',
    errors: [{ field: 'path', message: why }],
  });
}
