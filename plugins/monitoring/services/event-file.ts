import { typedCsvField } from 'oracle-runtime/kit';
import type { Blobs } from 'oracle-runtime/plugin';
import type { Zone } from '../clock/zone.js';
import type { SensorUse } from '../use/sensor-use.js';

const EVENT_COLUMNS = 'household,stove,sensor,start,end,minutes,peak_celsius,over_ambient_celsius';

/** Keeps the events of a report as the CSV that people download. */
export async function keepEvents(
  blobs: Blobs,
  reportId: string,
  sensors: readonly SensorUse[],
  zone: Zone,
): Promise<void> {
  const lines = [EVENT_COLUMNS];
  for (const { household, stove, sensor, events } of sensors) {
    const whose = [household, stove, sensor].map(typedCsvField).join(',');
    for (const { start, end, peak, overAmbient } of events)
      lines.push(
        `${whose},${localTime(start, zone)},${localTime(end, zone)},${Math.round((end - start) / 60)},${peak.toFixed(1)},${overAmbient.toFixed(1)}`,
      );
  }
  await blobs.put(eventsBlob(reportId), Buffer.from(`${lines.join('\r\n')}\r\n`, 'utf8'));
}

export function eventsBlob(reportId: string): string {
  return `events/${reportId}.csv`;
}

/** ISO 8601 with the offset of the zone. */
function localTime(instant: number, zone: Zone): string {
  const offset = zone.offsetAt(instant);
  const sign = offset < 0 ? '-' : '+';
  const minutes = Math.abs(offset) / 60;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${new Date((instant + offset) * 1000).toISOString().slice(0, 19)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}
