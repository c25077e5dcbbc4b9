import { sha256Hex } from 'oracle-runtime/kit';
import { readSensorMap, type SensorPlace, type SensorPlaces } from '../logger-files/sensor-map.js';

/** The name under which a list of sensors is sealed in the trail of a design. */
export const PLACES = 'places of sensors';

/** Which sensor is where, as a person says it. */
export interface SensorList {
  readonly map: SensorPlaces;
  /** The list in one form, whatever file it came in: columns with tabs, rows in the order of their sensors. */
  readonly text: string;
  /** Of the text. */
  readonly sha256: string;
}

/** @param field of the request, for errors @throws OracleError as `readSensorMap` */
export function sensorList(text: string, field: string): SensorList {
  const map = readSensorMap(text, field);
  return {
    map,
    ...inOneForm([...map].flatMap(([sensor, places]) => places.map((place) => ({ sensor, ...place })))),
  };
}

/** Places of sensors in the form that a seal fixes, with its SHA-256. */
export function inOneForm(
  places: readonly (SensorPlace & { readonly sensor: string })[],
): Pick<SensorList, 'text' | 'sha256'> {
  // Lists without days stay as they were sealed.
  const moved = places.some(({ from, to }) => (from ?? to) !== undefined);
  const rows = places.map(({ sensor, household, stove = '', stratum = '', from = '', to = '' }) =>
    [sensor, household, stove.trim().toLowerCase(), stratum, ...(moved ? [from, to] : [])]
      .map(inCell)
      .join('\t'),
  );
  const head = `sensor\thousehold\tstove\tstratum${moved ? '\tfrom\tto' : ''}`;
  const text = `${[head, ...rows.sort()].join('\n')}\n`;
  return { text, sha256: sha256Hex(text) };
}

function inCell(name: string): string {
  return name.replaceAll(/\s+/g, ' ');
}
