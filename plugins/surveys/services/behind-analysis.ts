import type { Principal } from 'oracle-runtime/plugin';
import type { PeriodSubmission } from '../../sampling/service.js';
import { type Finding, findingsToTell } from '../reconciliation/findings.js';
import { atNight, byManyKeys, hourOf, withoutRest } from '../reconciliation/hours-of-work.js';
import { manyAtOnce, twoAtOneTime, visitTimes } from '../reconciliation/visit-times.js';
import type { KeptForm } from '../store/forms-store.js';
import type { Submission } from '../store/submissions-store.js';
import type { Surveys } from './surveys.js';

/** Of homes that nobody was to ask: the draw speaks of them, and their answers say nothing of the sample. */
const OF_NO_DRAWN_HOME: ReadonlySet<Finding> = new Set<Finding>(['not drawn', 'replacement not called']);

/**
 * What came in of some days, for the trail of the design: the submissions of a form, those that count and those that do not,
 * and the values that other forms of the design brought.
 */
export async function submissionsBehind(
  { forms, submissions }: Surveys,
  owner: Principal,
  { designId, model: { formId } }: Pick<KeptForm, 'designId' | 'model'>,
  all: readonly Submission[],
  counting: readonly Submission[],
): Promise<PeriodSubmission[]> {
  const days = all.map(({ day }) => day).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const readings = new Set(counting.map(({ id }) => id));
  const others = new Set((await forms.ofDesign(owner.id, designId)).map(({ model }) => model.formId));
  others.delete(formId);
  const elsewhere = await Promise.all([...others].map((each) => submissions.all(owner.id, each)));
  const measured = new Set(counting.flatMap(({ id, value }) => (value === null ? [] : [id])));
  const visits = (await submissions.visits(owner.id, formId))
    .filter(({ id }) => measured.has(id))
    .map(({ start, end, ...visit }) => ({
      ...visit,
      hour: hourOf(start),
      ...visitTimes((question) => ({ start, end })[question]),
    }));
  const ofClock = [
    { finding: 'many at once', found: manyAtOnce(visits) },
    { finding: 'two at one time', found: twoAtOneTime(visits) },
    { finding: 'at night', found: atNight(visits) },
    { finding: 'day and night without a rest', found: withoutRest(visits) },
    { finding: 'by three keys of one person at one time', found: byManyKeys(visits) },
  ];
  return [
    ...all.filter(isOfDraw).map((each) => {
      const told = behind(each, readings.has(each.id));
      const more = ofClock.flatMap(({ finding, found }) => (found.has(each.id) ? [finding] : []));
      return { ...told, findings: [...told.findings, ...more] };
    }),
    ...elsewhere
      .flat()
      .filter(({ day, counts, value }) => counts && value !== null && day >= first && day <= last)
      .map((each) => ({ ...behind(each, false), otherForm: each.formId })),
  ];
}

function behind(
  { id, unitId, value, findings, verdict, verdictReason }: Submission,
  counts: boolean,
): PeriodSubmission {
  return {
    submissionId: id,
    unitId,
    value,
    counts,
    findings: findingsToTell(findings),
    verdict: verdict === null ? null : { counts: verdict === 'counts', reason: verdictReason ?? '' },
  };
}

function isOfDraw({ findings, verdict }: Submission): boolean {
  return verdict !== null || !findings.some((finding) => OF_NO_DRAWN_HOME.has(finding));
}
