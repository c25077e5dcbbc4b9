import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { SubmissionVerdict } from '../../sampling/service.js';
import type { Submission } from '../store/submissions-store.js';
import type { Surveys } from './surveys.js';

/**
 * Decides whether a submission counts. The trail of the design tells it first: an entry of a decision that was not kept does no
 * harm, a decision that no entry tells of would.
 * @throws OracleError `not_found`
 */
export async function judge(
  { forms, submissions, designs }: Surveys,
  owner: Principal,
  submissionId: string,
  { verdict, reason, changedBy }: Pick<SubmissionVerdict, 'verdict' | 'reason' | 'changedBy'>,
): Promise<Submission> {
  const { formId, instanceId } = await submissions.get(owner.id, submissionId);
  const [form, sent] = [
    await forms.newest(owner.id, formId),
    await submissions.sent(owner.id, formId, instanceId),
  ];
  if (form === undefined || sent === undefined)
    throw new OracleError('not_found', { detail: `The form of '${submissionId}' is not there any more.` });
  const { unitId, day, value, findings, xmlSha256 } = sent;
  await designs.judged(owner, {
    designId: form.designId,
    submissionId,
    submissionSha256: xmlSha256,
    unitId,
    day,
    value,
    findings,
    verdict,
    reason,
    ...(changedBy !== undefined && { changedBy }),
  });
  return submissions.judge(owner.id, submissionId, verdict, reason);
}
