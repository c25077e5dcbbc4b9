/** Programs whose exports carry columns of their own beside the questions. */
export type FormProgram = 'KoboToolbox' | 'ODK Central';

const KOBO =
  /^(?:_id|_uuid|_submission_time|_index|_validation_status|_xform_id_string|_submitted_by|formhub\/uuid|__version__|meta\/rootUuid)$/;
const ODK =
  /^(?:KEY|SubmissionDate|SubmitterID|ReviewState|DeviceID|FormVersion|(?:.+-)?instanceID|meta[/-]instanceID|__id|__system\/.+)$/;
/** What both say of a submission, its phone and its sender, never of the household. */
const OF_SUBMISSION =
  /^(?:_.*|.*[/-]?(?:instanceID|instanceName|rootUuid)|KEY|PARENT_KEY|SET-OF-.*|SubmissionDate|Submitter(?:ID|Name)|ReviewState|DeviceID|FormVersion|Edits|Attachments(?:Present|Expected)|Status|formhub\/uuid|start|end|today|username|deviceid|phonenumber|simserial|subscriberid|audit)$/;

/** Which program exported a table, by the columns that it adds: two of them at least. */
export function formProgram(columns: readonly string[]): FormProgram | undefined {
  if (columns.filter((name) => KOBO.test(name)).length >= 2) return 'KoboToolbox';
  return columns.filter((name) => ODK.test(name)).length >= 2 ? 'ODK Central' : undefined;
}

/** Whether a column of such an export tells of the submission and not of what was asked. */
export function isOfSubmission(name: string): boolean {
  return OF_SUBMISSION.test(name);
}

/** A question's own name, without the groups that it stands in: `household/hh_id`, in ODK's CSV `household-hh_id`. */
export function questionOf(column: string, program: FormProgram | undefined): string {
  if (program === undefined) return column;
  const own = column.slice(column.lastIndexOf('/') + 1);
  return program === 'ODK Central' ? own.slice(own.lastIndexOf('-') + 1) : own;
}

const REVIEW = /^(?:ReviewState|__system\/reviewState|_validation_status(?:\/(?:uid|label))?)$/;

/** The column in which people say of a submission that it does not hold. */
export function reviewColumn(columns: readonly string[]): number {
  return columns.findIndex((name) => REVIEW.test(name));
}

/** Whether a review turned a submission down. */
export function isTurnedDown(review: string): boolean {
  return /^(?:rejected|hasIssues|validation_status_not_approved|not approved)$/i.test(review.trim());
}

const EDITS = /^(?:Edits|__system\/edits)$/;
const SENT = /^(?:SubmissionDate|__system\/submissionDate|_submission_time)$/;

/** The column that counts how often people changed a submission after it came in. */
export function editsColumn(columns: readonly string[]): number {
  return columns.findIndex((name) => EDITS.test(name));
}

/** The column that says when a submission came in. */
export function sentColumn(columns: readonly string[]): number {
  return columns.findIndex((name) => SENT.test(name));
}

/** Whether a review says that a submission was changed. */
export function isEdited(review: string): boolean {
  return /^edited$/i.test(review.trim());
}
