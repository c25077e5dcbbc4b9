import type { ReportRecord } from '../record/report-record.js';
import type { Check } from './check.js';

/** What a report is about, as the documents inside it say. */
export interface ReportSubject {
  readonly designId: string;
  /** The analyses that it prints. */
  readonly periods: readonly string[];
  /** How many things stood out in the trail; null where the report has no such section. */
  readonly marks: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** The one design that a report is about; undefined for none or several. */
export function subjectOf({ documents }: Pick<ReportRecord, 'documents'>): ReportSubject | undefined {
  const all = Object.values(documents).filter(
    (document): document is Fields => typeof document === 'object' && document !== null,
  );
  const designs = new Set(all.map(({ designId }) => designId).filter((id) => typeof id === 'string'));
  const [designId, ...others] = designs;
  if (designId === undefined || others.length > 0) return undefined;
  const notes = all.find(({ type }) => type === 'sampling-trail-marks');
  return {
    designId,
    periods: all.map(({ periodId }) => periodId).filter((id) => typeof id === 'string'),
    marks: notes !== undefined && Array.isArray(notes['marks']) ? notes['marks'].length : null,
  };
}

const NAME = 'later';

/** A report says what was so when it was written, and nothing in it can say what came after. */
export function asOf(writtenAt: string): Check {
  return {
    name: NAME,
    passed: true,
    mark: true,
    detail: `it shows what was so at ${writtenAt}; what came after stands in the trail of the design alone`,
  };
}

/** Holds a report against the exported trail of its design. It is believed only as far as it is signed. @throws OracleError `invalid_request` for what is no trail */
export async function laterCheck(
  subject: ReportSubject | undefined,
  writtenAt: string,
  trail: unknown,
  signer?: string,
): Promise<Check> {
  const { trailEntries } = await import('../../sampling/library.js');
  const { designId, entries, exportedAt, faults, open } = await trailEntries(trail, signer);
  const check = (passed: boolean, detail: string, kind?: 'mark' | 'open'): Check => ({
    name: NAME,
    passed,
    detail,
    ...(kind !== undefined && { [kind]: true }),
  });
  const [fault] = faults;
  if (fault !== undefined) return check(false, `the trail is not to be believed: ${fault}`);
  if (subject === undefined) return check(false, 'the report is about no one design, and so of no trail');
  if (subject.designId !== designId)
    return check(false, `the report is about ${subject.designId}, the trail is of ${designId}`);
  const analysed = new Set(entries.flatMap((entry) => (entry.kind === 'analysed' ? [entry.periodId] : [])));
  const unknown = subject.periods.find((periodId) => !analysed.has(periodId));
  if (unknown !== undefined) return check(false, `the trail holds no analysis ${unknown}`);
  const after = entries.filter(({ at }) => at > writtenAt);
  const notFinal = subject.periods.flatMap((periodId) => otherFinal(periodId, entries));
  const said = [
    ...(after.length === 0 ? [] : [`${after.length} entries came after it: ${kindsOf(after)}`]),
    ...notFinal,
  ];
  if (said.length > 0) return check(true, said.join('; '), 'mark');
  if (exportedAt < writtenAt)
    return check(true, `the trail was exported at ${exportedAt}, before the report was written`, 'open');
  const [missing] = open;
  const nothing = `nothing came after it in this trail of ${entries.length} entries`;
  return missing === undefined
    ? check(true, `${nothing}, exported at ${exportedAt}`)
    : check(true, `${nothing}, which may be cut: ${missing}`, 'open');
}

type Entries = Awaited<ReturnType<typeof import('../../sampling/library.js')['trailEntries']>>['entries'];

function kindsOf(entries: Entries): string {
  const counts = new Map<string, number>();
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => (count === 1 ? kind : `${count} ${kind}`)).join(', ');
}

/** Where another analysis of the same days is the final one. */
function otherFinal(periodId: string, entries: Entries): string[] {
  const days = entries.find((entry) => entry.kind === 'analysed' && entry.periodId === periodId);
  const final = entries.findLast(
    (entry) =>
      entry.kind === 'finalised' &&
      days?.kind === 'analysed' &&
      entry.from === days.from &&
      entry.to === days.to,
  );
  return final?.kind === 'finalised' && final.periodId !== periodId
    ? [`${final.periodId} is the final analysis of these days, not ${periodId}`]
    : [];
}
