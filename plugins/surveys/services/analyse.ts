import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { AnalysedPeriod } from '../../sampling/service.js';
import { roundsOf, withoutOldDoubles } from '../reconciliation/rounds.js';
import { withStoodIn } from '../reconciliation/stood-in.js';
import { submissionsBehind } from './behind-analysis.js';
import { factorsOfForms } from './factors-of-forms.js';
import { asPeriodReadings, countingOf } from './progress.js';
import { findForm, type Surveys } from './surveys.js';

export interface AnalysisTerms {
  readonly formId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly effect?: 'raises' | 'lowers' | undefined;
  readonly reason?: string | undefined;
}

/**
 * Hands the submissions that count to the design, as one period from the first day to the last.
 * @throws OracleError `invalid_request` for days the wrong way round, `insufficient_data` without any in these days, and as `Designs.addReadings`
 */
export async function analyseSubmissions(
  surveys: Surveys,
  principal: Principal,
  { formId, from, to, effect, reason }: AnalysisTerms,
): Promise<{ readonly period: AnalysedPeriod; readonly handed: number; readonly leftOut: number }> {
  if (from !== undefined && to !== undefined && to < from)
    throw new OracleError('invalid_request', {
      detail: `to: ${to} is before ${from}, the first day.`,
      errors: [{ field: 'to', message: 'is before from' }],
    });
  const { form, owner } = await findForm(surveys, principal, formId);
  const work = await surveys.designs.fieldwork(owner, form.designId, form.selectionId);
  const roundOf = roundsOf(work);
  const sent = await surveys.submissions.all(owner.id, form.model.formId);
  const all = withStoodIn(
    withoutOldDoubles(sent, roundOf).filter(({ day }) => day >= (from ?? day) && day <= (to ?? day)),
    work.called,
  );
  const counting = countingOf(all, form.template === 'kitchen_test', roundOf);
  const days = counting.map(({ day }) => day).toSorted();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined)
    throw new OracleError('insufficient_data', {
      detail: 'No submission that counts is of these days.',
      hint: all.some(({ findings }) => findings.includes('double'))
        ? 'Their households have a value already. Where this is a new round, declare the analysis of the round before it final first (declare_final); what came in stands in list_submissions.'
        : 'Look at what came in: list_submissions.',
    });
  const period = await surveys.designs.addReadings(owner, {
    designId: form.designId,
    selectionId: form.selectionId,
    from: from ?? first,
    to: to ?? last,
    readings: asPeriodReadings(counting),
    effect,
    reason,
    submissions: await submissionsBehind(surveys, owner, form, all, counting),
    factors: await factorsOfForms(surveys, owner, form, { sent, counting }),
  });
  return { period, handed: counting.length, leftOut: all.length - counting.length };
}
