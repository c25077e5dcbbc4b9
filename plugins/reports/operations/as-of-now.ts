import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { DesignService } from '../../sampling/service.js';
import type { ReportVerification } from '../verification/verify-report.js';

const NAME = 'later';

/** What this oracle knows to have come after a report was written, where it has the design and the person may see it. */
export async function asOfNow(
  found: ReportVerification,
  principal: Principal,
  designs: DesignService | undefined,
): Promise<ReportVerification> {
  const said =
    found.subject === null || designs === undefined ? undefined : await later(found, principal, designs);
  if (said === undefined) return found;
  const checks = found.checks.map((check) => (check.name === NAME ? { ...check, detail: said } : check));
  return { ...found, checks };
}

/** In words; undefined for a design that is not here, or not the person's to see. */
async function later(
  { subject, writtenAt }: ReportVerification,
  principal: Principal,
  designs: DesignService,
): Promise<string | undefined> {
  if (subject === null) return undefined;
  try {
    const marks = await designs.marks(principal, subject.designId);
    const periods = await Promise.all(subject.periods.map((id) => designs.period(principal, id)));
    const more = subject.marks === null ? [] : marks.slice(subject.marks);
    const said = [
      ...more.map((mark) => mark.replace(/\.$/, '')),
      ...periods.flatMap(({ final, periodId }) =>
        final ? [] : [`${periodId} is not the final analysis of its days`],
      ),
    ];
    return said.length === 0
      ? `it shows what was so at ${writtenAt}; nothing has stood out in the trail since`
      : `since ${writtenAt}: ${said.join('; ')}`;
  } catch (error) {
    if (OracleError.isInstance(error) && error.code === 'not_found') return undefined;
    throw error;
  }
}
