/**
 * How fast are logger files read and cooking events found, and how many of them? Generates a file of readings with known
 * events, and runs this project and pandas on it, each in its own process: `npx tsx bench/monitoring.ts [--small]`.
 * `PANDAS_PYTHON` names a Python that has pandas; without one the peer is named and left out.
 */
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { zoneNamed } from '../plugins/monitoring/clock/zone.js';
import { readLoggerFile } from '../plugins/monitoring/logger-files/read-logger-file.js';
import { SensorLogs } from '../plugins/monitoring/logger-files/sensor-logs.js';
import { settingsWith } from '../plugins/monitoring/protocol/sealed-protocol.js';
import { generateStoves, stampOf } from '../plugins/monitoring/testing/generate-loggers.js';
import { sensorUse } from '../plugins/monitoring/use/sensor-use.js';

const BEGIN = Date.UTC(2024, 2, 1) / 1000;
const DAYS = 70;
const INTERVAL = 5;
const SEED = 20240301;
const ROUNDS = 3;
const PER_SENSOR = (DAYS * 1440) / INTERVAL;

interface Measure {
  /** Seconds on the clock and of the processor. */
  readonly clock: number;
  readonly cpu: number;
  /** At the peak of the process. */
  readonly megabytes: number;
  readonly readings: number;
  readonly events: number;
  readonly useDays: number;
}

const options = (sensors: number) => ({
  sensors,
  days: DAYS,
  begin: BEGIN,
  intervalMinutes: INTERVAL,
  seed: SEED,
});

async function* csv(sensors: number): AsyncGenerator<string> {
  yield 'device,timestamp,temperature\n';
  // Every stove has the same times.
  const stamps = Array.from({ length: PER_SENSOR }, (_, i) => stampOf(BEGIN + i * INTERVAL * 60));
  for (const { sensor, celsius } of generateStoves(options(sensors)))
    yield `${stamps.map((stamp, i) => `${sensor},${stamp},${celsius[i]}`).join('\n')}\n`;
}

/** Of this process alone: `maxRSS` begins with that of the one which started it. */
function peakMegabytes(): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Reads the file and finds the events with all variants, as the plugin does. */
async function ours(file: string): Promise<Measure> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const logs = new SensorLogs(100_000_000);
  const zone = zoneNamed('UTC');
  const source = { name: file, open: () => createReadStream(file, { highWaterMark: 2 ** 20 }) };
  const read = await readLoggerFile(
    source,
    { zone, earliest: 0, latest: 4e9 },
    logs,
    new AbortController().signal,
  );
  const settings = settingsWith();
  const period = { first: BEGIN / 86_400, last: BEGIN / 86_400 + DAYS - 1 };
  let [events, useDays] = [0, 0];
  for (const log of logs.all) {
    const use = sensorUse(log, { household: log.name, stove: 'wood' }, settings, zone, period);
    events += use.events.length;
    useDays += use.used.declared.filter((flag, day) => flag === 1 && use.observed[day] === 1).length;
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    clock: (performance.now() - started) / 1000,
    cpu: (user + system) / 1e6,
    megabytes: peakMegabytes(),
    readings: read.readings,
    events,
    useDays,
  };
}

/** Found events that meet a true one, and true ones that are met, of some of the sensors. */
function scores(sensors: number): string {
  const zone = zoneNamed('UTC');
  let [right, wrong, missed] = [0, 0, 0];
  const meets = (a: { start: number; end: number }, b: { start: number; end: number }) =>
    a.start < b.end && b.start < a.end;
  for (const { sensor, events: truth, seconds, celsius } of generateStoves(options(sensors))) {
    const log = new SensorLogs(1e7).named(sensor);
    for (const [i, at] of seconds.entries()) log.add(at, celsius[i] ?? 0);
    const { events } = sensorUse(log, { household: sensor, stove: 'wood' }, settingsWith(), zone, {
      first: BEGIN / 86_400,
      last: BEGIN / 86_400 + DAYS - 1,
    });
    right += events.filter((event) => truth.some((each) => meets(each, event))).length;
    wrong += events.filter((event) => !truth.some((each) => meets(each, event))).length;
    missed += truth.filter((each) => !events.some((event) => meets(each, event))).length;
  }
  return `precision ${(right / (right + wrong)).toFixed(4)}, recall ${(right / (right + missed)).toFixed(4)} (${right} events of ${sensors} stoves)`;
}

function run(command: string, args: readonly string[]): Measure {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measure;
}

function best(runs: readonly Measure[]): Measure {
  const [first] = runs;
  if (first === undefined) throw new RangeError('At least one run.');
  return {
    ...first,
    clock: Math.min(...runs.map(({ clock }) => clock)),
    cpu: Math.min(...runs.map(({ cpu }) => cpu)),
    megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)),
  };
}

const say = (who: string, { clock, cpu, megabytes, readings, events, useDays }: Measure) =>
  console.log(
    `${who.padEnd(8)} ${clock.toFixed(2)} s, ${cpu.toFixed(2)} s of the processor, ${Math.round(megabytes)} MB; ${readings} readings, ${events} events, ${useDays} use days`,
  );

async function compare(sensors: number): Promise<void> {
  const folder = join(tmpdir(), `monitoring-bench-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'readings.csv');
  try {
    await pipeline(Readable.from(csv(sensors)), createWriteStream(file));
    console.log(
      `${sensors * PER_SENSOR} readings of ${sensors} stoves, ${Math.round(statSync(file).size / 2 ** 20)} MB`,
    );
    const self = fileURLToPath(import.meta.url);
    const mine = best(
      Array.from({ length: ROUNDS }, () => run(process.execPath, ['--import', 'tsx', self, '--task', file])),
    );
    say('here', mine);
    const python = process.env.PANDAS_PYTHON ?? 'python3';
    const script = join(dirname(self), 'monitoring', 'pandas_events.py');
    if (!existsSync(script) || spawnSync(python, ['-c', 'import pandas']).status !== 0)
      console.log('pandas is not installed: set PANDAS_PYTHON to a Python that has it');
    else {
      const peer = best(Array.from({ length: ROUNDS }, () => run(python, [script, file])));
      say('pandas', peer);
      console.log(
        `${(peer.clock / mine.clock).toFixed(1)} times as fast on the clock, ${(peer.cpu / mine.cpu).toFixed(1)} of the processor, though it finds the events five times, once for each of the settings of the band`,
      );
    }
    console.log(scores(Math.min(sensors, 50)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const task = process.argv.indexOf('--task');
if (task > 0) console.log(JSON.stringify(await ours(process.argv[task + 1] ?? '')));
else await compare(process.argv.includes('--small') ? 20 : 500);
