import type { DayGrid } from '../detection/day-grid.js';
import { dayText } from '../logger-files/calendar.js';
import type { Readings } from '../logger-files/sensor-log.js';

/**
 * `stuck`: the very same value for a day. `flat`: nearly so, away from the ambient temperature: it hangs on something
 * warm, or is broken. `stopped`: it recorded no more before the period was over. `battery`: and its battery was low.
 */
export interface DeviceState {
  readonly state: 'stuck' | 'flat' | 'stopped' | 'battery';
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

export interface Gaps {
  /** Times without a reading for longer than two intervals and a half. */
  readonly count: number;
  readonly hours: number;
  readonly longestHours: number;
}

/** What a day says of its device. */
export const SOUND = 0;
const STUCK = 1;
const FLAT = 2;

const FLAT_SD = 0.2;
const AWAY = 5;
/** Values of a day from which it can be stuck. */
const ENOUGH = 20;

/** Of each day whether the device was sound. A day that is not is unobserved, whatever it recorded. */
export function dayStates({ celsius }: Readings, grid: DayGrid, usualAmbient: number): Uint8Array {
  const states = new Uint8Array(grid.count);
  for (let day = 0; day < grid.count; day++) {
    const [from, to] = [grid.starts[day] as number, grid.starts[day + 1] as number];
    const n = to - from;
    if (n < ENOUGH) continue;
    let [sum, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = from; i < to; i++) {
      const value = celsius[i] as number;
      sum += value;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (least === most) {
      states[day] = STUCK;
      continue;
    }
    const mean = sum / n;
    if (most - least > 4 || Math.abs(mean - usualAmbient) < AWAY) continue;
    let squares = 0;
    for (let i = from; i < to; i++) squares += ((celsius[i] as number) - mean) ** 2;
    if (Math.sqrt(squares / (n - 1)) < FLAT_SD) states[day] = FLAT;
  }
  return states;
}

/**
 * @param lastDay of the period, as a day number
 * @param lowBattery whether the last level that the device told was low
 */
export function statesOf(
  days: Uint8Array,
  grid: DayGrid,
  lastDay: number,
  lowBattery: boolean,
): DeviceState[] {
  const found: DeviceState[] = [];
  for (let day = 0; day < grid.count; day++) {
    const state = days[day];
    if (state === SOUND) continue;
    let end = day;
    while (end + 1 < grid.count && days[end + 1] === state) end++;
    found.push({
      state: state === STUCK ? 'stuck' : 'flat',
      from: dayText(grid.first + day),
      to: dayText(grid.first + end),
    });
    day = end;
  }
  const recorded = grid.first + grid.count - 1;
  if (recorded < lastDay - 1)
    found.push({
      state: lowBattery ? 'battery' : 'stopped',
      from: dayText(recorded + 1),
      to: dayText(lastDay),
    });
  return found;
}

export function gapsOf({ seconds }: Readings, { interval }: DayGrid): Gaps {
  let [count, sum, longest] = [0, 0, 0];
  for (let i = 1; i < seconds.length; i++) {
    const step = (seconds[i] as number) - (seconds[i - 1] as number);
    if (step <= 2.5 * interval) continue;
    const lost = step - interval;
    count++;
    sum += lost;
    if (lost > longest) longest = lost;
  }
  return { count, hours: hours(sum), longestHours: hours(longest) };
}

function hours(seconds: number): number {
  return Math.round(seconds / 360) / 10;
}

/** A level of a battery that is low: volts of a lithium cell, or percent. */
export function isLowBattery(level: number | undefined): boolean {
  return level !== undefined && (level <= 5 ? level < 2.7 : level < 15);
}
