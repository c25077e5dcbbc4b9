import { zoneNamed } from '../clock/zone.js';
import type { LoggerColumns } from '../logger-files/layout.js';
import { type FileRead, readLoggerFile } from '../logger-files/read-logger-file.js';
import { SensorLogs } from '../logger-files/sensor-logs.js';
import type { DayOrder } from '../logger-files/stamp-reader.js';

export interface ReadText {
  readonly read: FileRead;
  readonly logs: SensorLogs;
  /** `sensor 2024-03-01T00:00:00Z 21.5` of each reading, in order. */
  readonly rows: readonly string[];
}

/** Reads a text as a file of a logger, in pieces of so many bytes. */
export async function readText(
  text: string | Uint8Array,
  {
    name = 'log.csv',
    zone = 'UTC',
    days,
    columns,
    piece = 1 << 16,
    most = 1e6,
  }: {
    name?: string;
    zone?: string;
    days?: DayOrder;
    columns?: LoggerColumns;
    piece?: number;
    most?: number;
  } = {},
): Promise<ReadText> {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const logs = new SensorLogs(most);
  const source = {
    name,
    async *open() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    },
  };
  const read = await readLoggerFile(
    source,
    {
      columns,
      days,
      zone: zoneNamed(zone),
      earliest: Date.UTC(2005, 0, 1) / 1000,
      latest: Date.UTC(2026, 0, 1) / 1000,
    },
    logs,
    new AbortController().signal,
  );
  const rows = logs.all.flatMap((log) => {
    const { seconds, celsius } = log.settle();
    return Array.from(
      seconds,
      (at, i) =>
        `${log.name} ${new Date(at * 1000).toISOString().replace('.000', '')} ${Math.round((celsius[i] ?? 0) * 100) / 100}`,
    );
  });
  return { read, logs, rows };
}
