import type { HeldReports } from '../../sampling/service.js';
import type { MonitoringService } from './monitoring-service.js';

/** Days that people ask of: a household says on how many of the last seven it cooked. */
const A_WEEK = 7;

/** What reports of stove use have of households, as somebody who reads one may type it in. */
export function reportedUse({ reports }: Pick<MonitoringService, 'reports'>): HeldReports {
  return async ({ owner, designIds, from, to }) => {
    const found = await reports.recent(owner, designIds);
    return found
      .filter((report) => report.from <= to && from <= report.to)
      .map(({ reportId, from: first, to: last, households }) => ({
        reportId,
        from: first,
        to: last,
        units: households.flatMap(({ household, stoves }) => {
          const values = stoves.flatMap(({ useDays, observedDays }) => {
            if (observedDays === 0) return [];
            const share = useDays / observedDays;
            return [[share, share * 100, share * A_WEEK, useDays, Number(useDays > 0)]];
          });
          return values.length === 0 ? [] : [{ unitId: household, values }];
        }),
      }));
  };
}
