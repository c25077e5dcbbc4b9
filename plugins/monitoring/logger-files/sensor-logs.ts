import { addTo } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { Fields } from './field-scanner.js';
import { SensorLog } from './sensor-log.js';
import { textOf } from './text-bytes.js';

interface Known {
  readonly key: Uint8Array;
  readonly log: SensorLog;
}

const MOST_SENSORS = 50_000;
const MOST_NAME_BYTES = 300;

/** The logs of all sensors of an analysis, whichever files they come from. */
export class SensorLogs {
  readonly #byName = new Map<string, SensorLog>();
  readonly #byHash = new Map<number, Known[]>();
  readonly #most: number;
  #last: Known | undefined;
  #readings = 0;

  constructor(mostReadings: number) {
    this.#most = mostReadings;
  }

  get all(): SensorLog[] {
    return [...this.#byName.values()];
  }

  /** @throws OracleError `payload_too_large` */
  named(name: string): SensorLog {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (this.#byName.size === MOST_SENSORS)
      throw new OracleError('payload_too_large', {
        detail: `There are more than ${MOST_SENSORS} sensors.`,
        hint: 'Check which column names the sensor (columns.sensor), or analyse in parts.',
      });
    const log = new SensorLog(name);
    this.#byName.set(name, log);
    return log;
  }

  /** Forgets which cells name whom: another file has another layout. */
  nextFile(): void {
    this.#byHash.clear();
    this.#last = undefined;
  }

  /**
   * The log that cells of a row name, found by their bytes.
   * @param places of the cells; `make` names a log that is not known yet
   */
  ofCells(
    bytes: Uint8Array,
    { starts, ends }: Fields,
    places: readonly number[],
    make: (cells: readonly string[]) => SensorLog | undefined,
  ): SensorLog | undefined {
    const last = this.#last;
    if (last !== undefined && sameCells(last.key, bytes, starts, ends, places)) return last.log;
    let hash = 0x811c9dc5;
    for (const place of places) {
      const end = ends[place] as number;
      for (let at = starts[place] as number; at < end; at++)
        hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
      hash = Math.imul(hash ^ 0x1f, 0x01000193);
    }
    const bucket = this.#byHash.get(hash);
    const found = bucket?.find(({ key }) => sameCells(key, bytes, starts, ends, places));
    if (found !== undefined) {
      this.#last = found;
      return found.log;
    }
    const cells = places.map((place) =>
      textOf(
        bytes.subarray(
          starts[place],
          Math.min(ends[place] as number, (starts[place] as number) + MOST_NAME_BYTES),
        ),
      )
        .normalize('NFC')
        .trim(),
    );
    const log = make(cells);
    if (log === undefined) return undefined;
    const key = Buffer.concat(
      places.flatMap((place) => [bytes.subarray(starts[place], ends[place]), Buffer.of(0x1f)]),
    );
    const known = { key, log };
    addTo(this.#byHash, hash, known);
    this.#last = known;
    return log;
  }

  /** Counts one more reading. @throws OracleError `payload_too_large` */
  counted(): void {
    if (++this.#readings > this.#most)
      throw new OracleError('payload_too_large', {
        detail: `There are more than ${this.#most} readings.`,
        hint: 'Analyse the files in parts, or raise maxReadings of plugins.monitoring: each million takes 8 MB.',
      });
  }
}

function sameCells(
  key: Uint8Array,
  bytes: Uint8Array,
  starts: Int32Array,
  ends: Int32Array,
  places: readonly number[],
): boolean {
  let at = 0;
  for (const place of places) {
    const start = starts[place] as number;
    const length = (ends[place] as number) - start;
    if (key[at + length] !== 0x1f) return false;
    for (let i = 0; i < length; i++) if (key[at + i] !== bytes[start + i]) return false;
    at += length + 1;
  }
  return at === key.length;
}
