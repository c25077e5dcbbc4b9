import type { TestEvent } from '../../testing/index.js';

export const runIdOf = (events: readonly TestEvent[]): string => String(events[0]?.data['runId']);

export const sequenceOf = (events: readonly TestEvent[]): number[] =>
  events.map(({ id }) => Number(id.split(':')[1]));

const TERMINAL = new Set(['done', 'error', 'cancelled', 'interrupted']);

/** How many terminal events there are; one, if all is well. */
export const terminalsOf = (events: readonly TestEvent[]): number =>
  events.filter(({ event }) => TERMINAL.has(event)).length;

/** 1, 2, … n: the sequence of a run of n events. */
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);
