import { OracleError } from 'oracle-runtime/plugin';
import type { AnalysedPeriod, DesignRecord } from '../../sampling/service.js';
import type { Chart } from '../charts.js';
import { MUTED, OKABE_ITO } from '../drawing/theme.js';
import { counted, percent, said } from './say.js';

const MOST_PERIODS = 24;
const WHOLE = 'all together';

interface Interval {
  readonly period: string;
  readonly group: string;
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  readonly valid: number;
  readonly met: boolean;
}

/**
 * What each period found, with its confidence interval: pooled, and stratum by stratum. Of several analyses of the same
 * days the final one is shown, else the newest.
 * @throws OracleError `insufficient_data` (422) without a period that has an interval
 */
export function intervalsChart(design: DesignRecord, periods: readonly AnalysedPeriod[]): Chart {
  const { designId, trail, parameters } = design;
  const shown = thatCount(periods).slice(-MOST_PERIODS);
  const intervals = shown.flatMap(intervalsOf);
  if (intervals.length === 0)
    throw new OracleError('insufficient_data', {
      detail: `${designId} has no analysed period with a confidence interval yet.`,
      hint: 'Analyse a period with at least two valid units first.',
    });
  const pooled = intervals.filter(({ group }) => group === WHOLE);
  const met = pooled.filter((each) => each.met).length;
  const groups = [...new Set(intervals.map(({ group }) => group))];
  const longest = Math.max(...intervals.map(({ period }) => period.length));
  const title = 'Results with their confidence intervals';
  const y = { type: 'quantitative', scale: { zero: false, nice: true } };
  const place = {
    x: { field: 'period', type: 'nominal', sort: null, title: null, axis: { labelAngle: 0, grid: false } },
    xOffset: { field: 'group', sort: groups },
    color: {
      field: 'group',
      type: 'nominal',
      title: null,
      sort: groups,
      legend: groups.length > 1 ? { orient: 'top' } : null,
    },
  };
  return {
    kind: 'intervals',
    title,
    alt:
      `Intervals at ${percent(parameters.confidence)} confidence of ${counted(shown.length, 'period')}` +
      `${groups.length > 1 ? ` and ${counted(groups.length - 1, 'stratum', 'strata')}` : ''}; ` +
      `${met} of ${pooled.length} met what was asked. ` +
      `${pooled.map((each) => `${each.period}: ${said(each.mean)} (${said(each.lower)} to ${said(each.upper)})`).join('; ')}.`,
    spec: {
      title: {
        text: title,
        subtitle: `${percent(parameters.confidence)} confidence · dashed: expected ${said(parameters.expectedMean)} · ${designId}`,
      },
      width: Math.max(320, shown.length * Math.max(longest * 7, groups.length * 26)),
      height: 280,
      layer: [
        {
          data: { values: [{ expected: parameters.expectedMean }] },
          mark: { type: 'rule', strokeDash: [5, 4], color: MUTED },
          encoding: { y: { ...y, field: 'expected', title: 'Mean' } },
        },
        {
          data: { values: intervals },
          mark: { type: 'rule', strokeWidth: 2 },
          encoding: { ...place, y: { ...y, field: 'lower', title: 'Mean' }, y2: { field: 'upper' } },
        },
        ...['lower', 'upper'].map((end) => ({
          data: { values: intervals },
          mark: { type: 'tick', thickness: 2, size: 10, opacity: 1 },
          encoding: { ...place, y: { ...y, field: end } },
        })),
        {
          data: { values: intervals },
          mark: { type: 'point', filled: true, size: 70, opacity: 1 },
          encoding: { ...place, y: { ...y, field: 'mean' } },
        },
      ],
      config: { range: { category: [...OKABE_ITO] } },
    },
    table: {
      columns: ['period', 'group', 'mean', 'lower', 'upper', 'valid units', 'met'],
      rows: intervals.map((each) => [
        each.period,
        each.group,
        each.mean,
        each.lower,
        each.upper,
        each.valid,
        each.met,
      ]),
    },
    source: {
      designId,
      ...(trail !== null && { trail }),
      periodIds: shown.map(({ periodId }) => periodId),
    },
  };
}

/** One analysis of the same days: the final one, else the newest; in the order of their days. */
function thatCount(periods: readonly AnalysedPeriod[]): AnalysedPeriod[] {
  const byDays = new Map<string, AnalysedPeriod>();
  for (const period of periods.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
    const days = `${period.from} ${period.to}`;
    if (period.final || byDays.get(days)?.final !== true) byDays.set(days, period);
  }
  return [...byDays.values()].sort((a, b) => a.from.localeCompare(b.from));
}

function intervalsOf({ from, to, pooled, strata }: AnalysedPeriod): Interval[] {
  const groups = [{ ...pooled, name: WHOLE }, ...(strata ?? [])];
  return groups.flatMap(({ name, estimate, valid, met }) =>
    estimate === null
      ? []
      : [
          {
            period: periodName(from, to),
            group: name,
            mean: estimate.mean,
            lower: estimate.lower,
            upper: estimate.upper,
            valid,
            met,
          },
        ],
  );
}

/** `2026-03`, `2026-Q1` and `2026` where the days are such, else both. */
function periodName(from: string, to: string): string {
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))];
  const next = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const begins = (months: number) =>
    next === new Date(Date.UTC(Number(year), month - 1 + months, 1)).toISOString().slice(0, 10);
  if (!from.endsWith('-01')) return `${from} – ${to}`;
  if (begins(1)) return from.slice(0, 7);
  if (begins(3) && month % 3 === 1) return `${year}-Q${(month + 2) / 3}`;
  return begins(12) && month === 1 ? year : `${from} – ${to}`;
}
