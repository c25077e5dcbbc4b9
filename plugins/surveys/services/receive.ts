import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { visitsOf } from '../households/household-list.js';
import type { SubmittedParts } from '../openrosa/read-parts.js';
import type { SubmittedDocument } from '../openrosa/read-submission.js';
import { computedRight, DECIMAL } from '../reconciliation/computed-right.js';
import { type Finding, findingsOf } from '../reconciliation/findings.js';
import { roundsOf, withoutOldDoubles } from '../reconciliation/rounds.js';
import { canBe, visitTimes } from '../reconciliation/visit-times.js';
import type { KeptForm } from '../store/forms-store.js';
import type { AdmittedPhone } from '../store/keys-store.js';
import type { NewSubmission, Submission } from '../store/submissions-store.js';
import { keepAttachments } from './attachments.js';
import { judge } from './judge.js';
import type { Surveys } from './surveys.js';

const DAY_MS = 86_400_000;
/** The clock of the earth's first time zone is so far ahead of UTC. */
const AHEAD_MS = 14 * 3_600_000;
const LARGEST = 1e15;

/**
 * Takes a submission of a phone: keeps its attachments, holds it against the draw and keeps it, whatever is found. The same
 * document again brings more of its attachments and is no second submission.
 * @throws OracleError `invalid_request` for what cannot be read, `not_found` for a form that the phone does not have,
 * `conflict` for other answers under the id of an earlier submission, and what files refuse
 */
export async function receive(
  surveys: Surveys,
  phone: AdmittedPhone,
  { xml, files }: Pick<SubmittedParts, 'xml' | 'files'>,
): Promise<Submission> {
  const { readSubmission } = await import('../openrosa/read-submission.js');
  const document = readSubmission(xml);
  const { owner } = phone;
  const form = await formOf(surveys, phone, document.formId);
  const known = await surveys.submissions.sent(owner.id, document.formId, document.instanceId);
  if (known !== undefined && known.xmlSha256 !== sha256Hex(xml))
    throw new OracleError('conflict', {
      detail: 'Other answers were sent under the id of this submission before.',
      hint: 'Answers that were sent are changed by an edit in the app, which gets an id of its own.',
    });
  const kept = await keepAttachments(surveys, owner, document, files, known?.files ?? []);
  if (known !== undefined) {
    if (kept.length > known.files.length) await surveys.submissions.addFiles(owner.id, known.id, kept);
    return known;
  }
  const taken = await readingOf(surveys, owner, form, document, phone.person);
  const submission = await surveys.submissions.create(owner.id, {
    ...taken,
    person: phone.person,
    keyId: phone.id,
    xml,
    files: kept,
  });
  if (document.deprecatedId !== undefined) await leaveOutEdited(surveys, owner, document, submission);
  return submission;
}

async function formOf({ forms }: Surveys, phone: AdmittedPhone, formId: string): Promise<KeptForm> {
  const form = await forms.newest(phone.owner.id, formId);
  if (form?.designId === phone.designId) return form;
  throw new OracleError('not_found', {
    detail: `The form '${formId.slice(0, 100)}' is not on this server.`,
    hint: 'Download the forms anew.',
  });
}

async function readingOf(
  surveys: Surveys,
  owner: Principal,
  newest: KeptForm,
  { formId, version, instanceId, deprecatedId, answers }: SubmittedDocument,
  person: string,
): Promise<Omit<NewSubmission, 'person' | 'keyId' | 'xml' | 'files'>> {
  const now = surveys.clock.now();
  const form = (await surveys.forms.version(owner.id, formId, version)) ?? newest;
  const work = await surveys.designs.fieldwork(owner, form.designId, form.selectionId);
  const visits = visitsOf(work, form.enumerators);
  const unitId = (answers.get('household') ?? '').normalize('NFC').slice(0, 1000);
  const day = dayOf(answers.get('today')) ?? dayAt(now);
  const value = numberOf(answers.get('value'));
  const visit = visits.find((each) => each.unitId === unitId);
  const roundOf = roundsOf(work);
  const sent = withoutOldDoubles(await surveys.submissions.all(owner.id, formId, unitId), roundOf);
  const earlier = sent.some(
    (each) =>
      each.counts &&
      each.value !== null &&
      // An edit is no second answer beside the one that it takes the place of.
      each.instanceId !== deprecatedId &&
      (form.template === 'kitchen_test' ? each.day === day : roundOf(each.day) === roundOf(day)),
  );
  const findings: Finding[] = findingsOf({ unitId, day, measured: value !== null, version }, work, {
    tomorrow: dayAt(now + AHEAD_MS + DAY_MS),
    earlier,
    onList:
      visit !== undefined && form.enumerators.includes(person) ? visit.enumerator === person : undefined,
    newest: newest.model.version,
    computed: computedRight(form.model, visits, answers),
    editsNothing:
      deprecatedId !== undefined &&
      (await surveys.submissions.sent(owner.id, formId, deprecatedId)) === undefined,
    timely: canBe(
      visitTimes((question) => answers.get(question)),
      day,
      deprecatedId !== undefined,
    ),
  });
  return {
    formId,
    version: version.slice(0, 40),
    instanceId,
    unitId,
    day,
    stratum: visit?.stratum ?? null,
    value,
    status: (answers.get('status') ?? '').slice(0, 40),
    findings,
  };
}

/** What somebody edited on the phone and sent again counts in its new form. */
async function leaveOutEdited(
  surveys: Surveys,
  owner: Principal,
  { formId, deprecatedId = '' }: SubmittedDocument,
  { id, person }: Submission,
): Promise<void> {
  const earlier = await surveys.submissions.sent(owner.id, formId, deprecatedId);
  if (earlier !== undefined)
    await judge(surveys, owner, earlier.id, {
      verdict: 'left out',
      reason: `edited on the phone of ${person}: ${id} is in its place`,
      changedBy: person,
    });
}

function dayOf(text: string | undefined): string | undefined {
  const day = text?.slice(0, 10) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

function numberOf(text: string | undefined): number | null {
  if (text === undefined || !DECIMAL.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) <= LARGEST ? value : null;
}
