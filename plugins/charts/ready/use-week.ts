import { OracleError } from 'oracle-runtime/plugin';
import type { KeptUseReport } from '../../monitoring/service.js';
import type { Chart } from '../charts.js';
import { type WeekSlot, weekChart } from './week.js';

/** More digits say nothing of a rate of events. */
const DIGITS = 4;

/**
 * The week of a report of stove use: events that began in an observed hour, by weekday and hour of the report's own clock.
 * @param stove the kind of stove; without it all of them together
 * @throws OracleError `invalid_request` for a stove that the report does not have
 */
export function useWeekChart(report: KeptUseReport, stove: string | undefined): Chart {
  const { reportId, designId, from, to, timeZone } = report;
  const week = report.week.filter((each) => stove === undefined || each.stove === stove.trim().toLowerCase());
  const known = report.week.map((each) => each.stove);
  if (week.length === 0)
    throw new OracleError('invalid_request', {
      detail: `The report ${reportId} has no stove '${stove ?? ''}'. It has: ${known.slice(0, 20).join(', ')}.`,
      errors: [{ field: 'stove', message: `must be one of ${known.slice(0, 20).join(', ')}` }],
    });
  const sums = new Map<string, { weekday: number; hour: number; events: number; observed: number }>();
  for (const { weekday, hour, events, observedHours } of week.flatMap(({ slots }) => slots)) {
    const sum = sums.get(`${weekday} ${hour}`) ?? { weekday, hour, events: 0, observed: 0 };
    sum.events += events;
    sum.observed += observedHours;
    sums.set(`${weekday} ${hour}`, sum);
  }
  const slots: WeekSlot[] = [...sums.values()]
    .filter(({ observed }) => observed > 0)
    .map(({ weekday, hour, events, observed }) => ({
      weekday,
      hour,
      value: Number((events / observed).toPrecision(DIGITS)),
    }));
  return weekChart(slots, {
    what: 'cooking events an hour of a stove',
    about: `${week.map((each) => each.stove).join(', ')}, ${from} to ${to}, ${timeZone}`,
    source: { useReportId: reportId, ...(designId !== null && { designId }) },
  });
}
