import type { KeptUseReport } from '../service.js';
import type { StoveSummary } from '../use/stove-summary.js';
import { short } from './short.js';

const MOST_LISTED = 20;

/** One sentence a stove, then where the result goes. */
export function useHeadline({ stoves, from, to, readings, sealed, period }: KeptUseReport): string {
  const rates = stoves.map(rateWords).join(' ');
  const seal =
    sealed === null
      ? ''
      : ` By the protocol sealed at ${sealed.at}${sealed.beforeData ? ', before the data' : ''}.`;
  const handed =
    period === null
      ? ''
      : ` Kept as ${period.periodId} of the design: mean ${short(period.mean)}, sd ${short(period.sd)}, n ${period.n} of ${period.planned}, dropout ${percent(period.dropoutRate)}.`;
  return `Stove use from ${from} to ${to}, of ${readings} readings. ${rates}${seal}${handed}`;
}

function rateWords({ stove, usage, useDays, observedDays, households, band, missing }: StoveSummary): string {
  const name = stove === 'stove' ? 'The stove' : `"${stove}"`;
  const days = `${name} was used on ${useDays} of ${observedDays} observed days in ${households} household(s)`;
  if (usage === null) return `${days}: too few households were observed enough for a rate.`;
  const rates = band.flatMap(({ rate }) => (rate === null ? [] : [rate]));
  return `${days}: a usage rate of ${percent(usage.mean)} (${percent(usage.confidence)} interval ${percent(usage.lower)} to ${percent(usage.upper)}). With nearby settings it is ${percent(Math.min(...rates))} to ${percent(Math.max(...rates))}; if the days that nobody observed were all without or all with use, ${percent(missing.rateIfUnused)} to ${percent(missing.rateIfUsed)}.`;
}

/** What a model reads: the totals whole, of the lists their beginning. */
export function presentUse(report: KeptUseReport): object {
  const { households, sensors, files, week: _, ...rest } = report;
  const troubled = sensors.filter(
    ({ states, outliers, conflicts, notEvents }) =>
      states.length > 0 || outliers.count > 0 || conflicts > 0 || notEvents.tooLong > 0,
  );
  return {
    ...rest,
    files: files.slice(0, MOST_LISTED).map(({ file, shape, rows, readings, days, times }) => ({
      file,
      shape,
      rows,
      readings,
      ...(days !== undefined && { days }),
      times,
    })),
    households: households.slice(0, MOST_LISTED).map(({ household, stratum, stoves }) => ({
      household,
      ...(stratum !== null && { stratum }),
      stoves: stoves.map(({ stove, useDays, observedDays, events }) => ({
        stove,
        useDays,
        observedDays,
        events,
      })),
    })),
    householdCount: households.length,
    devices: {
      sensors: sensors.length,
      troubled: troubled.slice(0, MOST_LISTED).map(({ sensor, states, outliers, conflicts, notEvents }) => ({
        sensor,
        states,
        outliers: outliers.count,
        conflicts,
        tooLong: notEvents.tooLong,
      })),
    },
    events: `/v1/monitoring/stove-use/${report.reportId}/events`,
  };
}

export function percent(share: number | null): string {
  return share === null ? 'unknown' : `${short(share * 100)}%`;
}
