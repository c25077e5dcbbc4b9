/** A logger's file whose events are known. */
export interface GeneratedStove {
  readonly sensor: string;
  /** Seconds since the epoch. */
  readonly events: readonly { readonly start: number; readonly end: number }[];
  readonly seconds: readonly number[];
  readonly celsius: readonly number[];
}

export interface GeneratorOptions {
  readonly sensors: number;
  readonly days: number;
  /** First instant, seconds since the epoch; a midnight. */
  readonly begin: number;
  readonly intervalMinutes: number;
  readonly seed: number;
  /** Share of days with cooking. */
  readonly use?: number;
}

/** Numbers from 0 to 1, the same for the same seed. Source: mulberry32. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Temperatures of stoves with cooking at known times: a room that is warmer in the afternoon, a fire that heats fast and
 * cools slowly, and noise of the sensor.
 */
export function* generateStoves({
  sensors,
  days,
  begin,
  intervalMinutes,
  seed,
  use = 0.8,
}: GeneratorOptions): Generator<GeneratedStove> {
  const next = random(seed);
  const step = intervalMinutes * 60;
  for (let i = 0; i < sensors; i++) {
    const events: { start: number; end: number }[] = [];
    for (let day = 0; day < days; day++) {
      if (next() > use) continue;
      for (const meal of [6.5, 12, 18.5]) {
        if (next() < 0.35) continue;
        const start = begin + day * 86_400 + Math.round((meal + next() * 1.5) * 3600);
        events.push({ start, end: start + Math.round((25 + next() * 65) * 60) });
      }
    }
    const n = Math.floor((days * 86_400) / step);
    const room = 20 + next() * 6;
    const fire = 60 + next() * 120;
    const seconds: number[] = [];
    const celsius: number[] = [];
    let heat = 0;
    let event = 0;
    for (let k = 0; k < n; k++) {
      const at = begin + k * step;
      while (event < events.length && at >= (events[event]?.end ?? 0)) event++;
      const burning = event < events.length && at >= (events[event]?.start ?? 0);
      // Time constants of a metal stove: 8 minutes up, 20 minutes down.
      heat += burning ? (fire - heat) * (1 - Math.exp(-step / 480)) : -heat * (1 - Math.exp(-step / 1200));
      const ambient = room + 4 * Math.sin(((at % 86_400) / 86_400) * 2 * Math.PI - 2.2);
      seconds.push(at);
      celsius.push(Math.round((ambient + heat + (next() - 0.5) * 0.8) * 10) / 10);
    }
    yield { sensor: `HH-${String(i + 1).padStart(4, '0')}`, events, seconds, celsius };
  }
}

/** ISO 8601 with a blank, as loggers write it. */
export function stampOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** The long form: `device,timestamp,temperature`. */
export function longCsv(stoves: Iterable<GeneratedStove>): string {
  const lines = ['device,timestamp,temperature'];
  for (const { sensor, seconds, celsius } of stoves)
    for (const [k, at] of seconds.entries()) lines.push(`${sensor},${stampOf(at)},${celsius[k]}`);
  return `${lines.join('\n')}\n`;
}
