import type { ReadFiles } from './analyse-use.js';

const MOST_LISTED = 50;

/** How files were understood, and which sensors they hold. */
export function previewOf({ logs, files, passedOver, zone }: ReadFiles) {
  const sensors = logs.all.map(({ name, household, stove, count, empty, earliest, latest, battery }) => ({
    sensor: name,
    ...(household !== undefined && { household }),
    ...(stove !== undefined && { stove }),
    readings: count,
    empty,
    first: timeOf(earliest),
    last: timeOf(latest),
    ...(battery !== undefined && { battery }),
  }));
  const filled = logs.all.filter(({ count }) => count > 0);
  return {
    timeZone: zone.name,
    files: files.slice(0, MOST_LISTED),
    fileCount: files.length,
    passedOver: passedOver.slice(0, MOST_LISTED),
    readings: filled.reduce((sum, { count }) => sum + count, 0),
    from: timeOf(Math.min(...filled.map(({ earliest }) => earliest))),
    to: timeOf(Math.max(...filled.map(({ latest }) => latest))),
    sensors: { count: sensors.length, first: sensors.slice(0, MOST_LISTED) },
  };
}

function timeOf(instant: number): string | null {
  return Number.isFinite(instant) ? new Date(instant * 1000).toISOString() : null;
}
