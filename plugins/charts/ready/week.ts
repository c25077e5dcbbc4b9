import type { Chart } from '../charts.js';
import { said } from './say.js';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** What happened in one hour of the week. */
export interface WeekSlot {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0 to 23, by the clock of the place. */
  readonly hour: number;
  readonly value: number;
}

/**
 * Use over a week, as a table of days and hours that is darker where more happens.
 * @param what in words, such as `cooking events an hour`
 */
export function weekChart(
  slots: readonly WeekSlot[],
  {
    what,
    about,
    source,
  }: { readonly what: string; readonly about: string; readonly source: Chart['source'] },
): Chart {
  const values = slots.map(({ weekday, hour, value }) => ({ day: DAYS[weekday] ?? '', hour, value }));
  const [busiest] = slots.toSorted((a, b) => b.value - a.value);
  const title = 'Use over a week';
  return {
    kind: 'week',
    title,
    alt:
      `A table of seven days and 24 hours that is darker where there are more ${what}.` +
      (busiest === undefined
        ? ' There are none.'
        : ` Most are on ${DAYS[busiest.weekday]} at ${String(busiest.hour).padStart(2, '0')}:00: ${said(busiest.value)}.`),
    spec: {
      title: { text: title, subtitle: `${what[0]?.toUpperCase()}${what.slice(1)} · ${about}` },
      width: { step: 22 },
      height: { step: 26 },
      data: { values },
      mark: { type: 'rect', cornerRadius: 2 },
      encoding: {
        x: {
          field: 'hour',
          type: 'ordinal',
          title: 'Hour of the day',
          scale: { domain: Array.from({ length: 24 }, (_, hour) => hour), paddingInner: 0.08 },
          axis: { labelAngle: 0, ticks: false, domain: false, values: [0, 3, 6, 9, 12, 15, 18, 21] },
        },
        y: {
          field: 'day',
          type: 'ordinal',
          title: null,
          sort: null,
          scale: { domain: [...DAYS], paddingInner: 0.08 },
          axis: { ticks: false, domain: false },
        },
        color: { field: 'value', type: 'quantitative', title: null, scale: { domainMin: 0 } },
      },
    },
    table: {
      columns: ['day', 'hour', what],
      rows: values.map(({ day, hour, value }) => [day, hour, value]),
    },
    source,
  };
}
