import type { DetectorSettings } from '../detection/detector-settings.js';
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
  const unseen =
    missing.days === 0
      ? ''
      : ` Were the ${missing.days} days that nobody observed all without or all with use, it were ${percent(missing.rateIfUnused)} or ${percent(missing.rateIfUsed)}.`;
  return `${days}: a usage rate of ${percent(usage.mean)} (${percent(usage.confidence)} interval ${percent(usage.lower)} to ${percent(usage.upper)}). With nearby settings it is ${percent(Math.min(...rates))} to ${percent(Math.max(...rates))}.${unseen}`;
}

/** What a model reads: the result as sentence and tables, of the lists their beginning. */
export function presentUse(report: KeptUseReport): object {
  const { reportId, households, sensors, files, stoves, settings, sealed, draw, period, stacking } = report;
  const troubled = sensors.flatMap(({ sensor, states, outliers, conflicts, notEvents }) => {
    const what = [
      ...states.map(({ state, from, to }) => `${state} ${from} to ${to}`),
      ...(outliers.count > 0 ? [`${outliers.count} impossible values`] : []),
      ...(conflicts > 0 ? [`${conflicts} contradictions`] : []),
      ...(notEvents.tooLong > 0 ? [`${notEvents.tooLong} times hot for too long`] : []),
      ...(notEvents.unclear > 0 ? [`${notEvents.unclear} hot times whose rise was not seen`] : []),
    ];
    return what.length === 0 ? [] : [{ sensor, what: what.join(', ') }];
  });
  return {
    summary: useHeadline(report),
    reportId,
    days: `${report.from} to ${report.to}, ${report.timeZone}`,
    stoves: stoves.map(stoveRow),
    ...(stoves.some(({ strata }) => strata.length > 0) && {
      strata: stoves.flatMap(({ stove, strata }) =>
        strata.map(({ stratum, usage }) => ({
          stove,
          stratum,
          rate: usage?.mean ?? null,
          households: usage?.households ?? 0,
        })),
      ),
    }),
    ...(stoves.some(({ months }) => months.length > 1) && {
      months: stoves.flatMap(({ stove, months }) => months.map((month) => ({ stove, ...month }))),
    }),
    ...(stacking !== null && {
      stacking: {
        daysObserved: stacking.days,
        severalStoves: stacking.several,
        none: stacking.none,
        alone: stacking.alone,
      },
    }),
    settings: Object.entries(settings).map(([kind, own]) => settingsWords(kind, own)),
    ...(sealed !== null && { sealed }),
    ...(draw !== null && {
      draw: { selectionId: draw.selectionId, drawn: draw.drawn, monitored: draw.monitored },
    }),
    ...(period !== null && {
      periodId: period.periodId,
      met: period.met,
      relativePrecision: period.relativePrecision,
    }),
    households: households.slice(0, MOST_LISTED).flatMap(({ household, stoves: own }) =>
      own.map(({ stove, useDays, observedDays, events }) => ({
        household,
        stove,
        useDays,
        observedDays,
        events,
      })),
    ),
    ...(households.length > MOST_LISTED && { householdsInAll: households.length }),
    ...(troubled.length > 0 && {
      devices: troubled.slice(0, MOST_LISTED),
      devicesInAll: `${troubled.length} of ${sensors.length} in trouble`,
    }),
    files: files.slice(0, MOST_LISTED).map(({ file, shape, readings, days, times }) => ({
      file,
      shape,
      readings,
      dates: days ?? 'year first',
      times,
    })),
    events: `/v1/monitoring/stove-use/${reportId}/events`,
    warnings: report.warnings.slice(0, MOST_LISTED),
  };
}

function stoveRow({
  stove,
  households,
  useDays,
  observedDays,
  usage,
  eventsPerDay,
  hoursPerDay,
}: StoveSummary) {
  return {
    stove,
    households,
    useDays,
    observedDays,
    ...(usage !== null && { rate: usage.mean, lower: usage.lower, upper: usage.upper }),
    eventsPerDay,
    hoursPerDay,
  };
}

/** The settings of one kind of stove in a line. */
export function settingsWords(kind: string, own: DetectorSettings): string {
  const { threshold, slope, minimumMinutes, maximumMinutes, mergeMinutes, ambient } = own;
  const over = 'celsius' in ambient ? `${ambient.celsius} °C` : 'ambient';
  return `${kind}: ${threshold} °C over ${over}, rising ${slope} °C a minute, ${minimumMinutes} to ${maximumMinutes} minutes, merged within ${mergeMinutes}`;
}

export function percent(share: number | null): string {
  return share === null ? 'unknown' : `${short(share * 100)}%`;
}
