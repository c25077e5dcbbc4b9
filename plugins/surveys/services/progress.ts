import type { Principal } from 'oracle-runtime/plugin';
import type {
  DropReason,
  PeriodReading,
  Reading,
  ReadingOptions,
  ReadReadings,
} from '../../sampling/service.js';
import type { Finding } from '../reconciliation/findings.js';
import { type Reconciliation, reconcile } from '../reconciliation/reconcile.js';
import { ofNewestRound, type RoundOf, roundsOf, withoutOldDoubles } from '../reconciliation/rounds.js';
import type { Submission } from '../store/submissions-store.js';
import { findForm, ownerOf, type Surveys } from './surveys.js';

export interface Progress extends Reconciliation {
  /** Of a form served from here. */
  readonly formId?: string;
  readonly designId: string;
  readonly selectionId: string;
  /** Submissions or rows that were held against the draw. */
  readonly answers: number;
  /** Of a form served from here: submissions that do not count. */
  readonly leftOut?: number;
  readonly byPerson?: readonly {
    readonly person: string;
    readonly submissions: number;
    readonly counted: number;
  }[];
  /** Of a file: how it was read. */
  readonly read?: ReadReadings['read'];
}

/** What the submissions of a form came to so far, since the last analysis that is final and that some came after. @throws OracleError `not_found` */
export async function progressOfForm(
  surveys: Surveys,
  principal: Principal,
  formId: string,
): Promise<Progress> {
  const { form, owner } = await findForm(surveys, principal, formId);
  const work = await surveys.designs.fieldwork(owner, form.designId, form.selectionId);
  const roundOf = roundsOf(work);
  const sent = await surveys.submissions.all(owner.id, form.model.formId);
  const all = ofNewestRound(withoutOldDoubles(sent, roundOf), roundOf);
  const repeated = form.template === 'kitchen_test';
  const counted = countingOf(all, repeated, roundOf);
  const people = new Map<string, { submissions: number; counted: number }>();
  for (const each of all) {
    const known = people.get(each.person) ?? { submissions: 0, counted: 0 };
    known.submissions += 1;
    if (counted.includes(each)) known.counted += 1;
    people.set(each.person, known);
  }
  return {
    formId: form.id,
    designId: form.designId,
    selectionId: work.selectionId,
    answers: all.length,
    leftOut: all.length - counted.length,
    byPerson: [...people].map(([person, counts]) => ({ person, ...counts })),
    ...reconcile(counted.map(asReading), work, await reachedRule(), repeated),
    // Such submissions do not count, and must be seen all the same.
    doubles: unitsWith('double', all),
    notDrawn: unitsWith('not drawn', all),
    notCalled: unitsWith('replacement not called', all),
  };
}

/** By which an analysis counts who was reached: both must say the same of the same days. */
async function reachedRule() {
  return (await import('../../sampling/library.js')).wasMet;
}

/** Households of submissions in which this was found and of which nobody has decided yet. */
function unitsWith(finding: Finding, all: readonly Submission[]): string[] {
  const found = all.filter(({ findings, verdict }) => verdict === null && findings.includes(finding));
  return [...new Set(found.map(({ unitId }) => unitId))];
}

/** What an export of ODK Central, KoboToolbox or a table of one's own says, held against the draw of a design. */
export async function progressOfFile(
  surveys: Surveys,
  principal: Principal,
  { designId, selectionId }: { readonly designId: string; readonly selectionId?: string | undefined },
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadingOptions,
): Promise<Progress> {
  const owner = await ownerOf(surveys, principal, designId);
  const work = await surveys.designs.fieldwork(owner, designId, selectionId);
  const { readings, read } = await surveys.designs.readings(owner, content, options);
  return {
    designId,
    selectionId: work.selectionId,
    answers: readings.length,
    read,
    ...reconcile(readings, work, await reachedRule()),
  };
}

/**
 * Submissions that are readings: of a household the first value of each round, or the first of each day where visits are repeated, and of
 * who gave none the last reason.
 */
export function countingOf(all: readonly Submission[], repeated: boolean, roundOf: RoundOf): Submission[] {
  const known = new Set<string>();
  const values = all.filter(({ counts, value, unitId, day, verdict }) => {
    if (!counts || value === null) return false;
    const key = `${unitId}\n${repeated ? day : roundOf(day)}`;
    if (known.has(key) && verdict === null) return false;
    known.add(key);
    known.add(unitId);
    return true;
  });
  const reasons = new Map(
    all.flatMap((each) =>
      each.counts && each.value === null && !known.has(each.unitId) ? [[each.unitId, each] as const] : [],
    ),
  );
  return [...values, ...reasons.values()];
}

/** Submissions as readings, by the words in which sampling reads a status. */
export function asPeriodReadings(submissions: readonly Submission[]): PeriodReading[] {
  return submissions.map(({ unitId, day, value, status }) => ({
    unitId,
    date: day,
    value,
    // Who agreed and gives no value cooks with a fuel that the form does not weigh.
    ...(status !== '' && { status: value === null && status === 'completed' ? 'other' : status }),
  }));
}

const REASONS: ReadonlySet<string> = new Set<DropReason>([
  'refused',
  'not found',
  'moved away',
  'demolished',
]);

/** The same, with the reasons of our forms understood. */
function asReading({ unitId, day, value, status }: Submission): Reading {
  const words = status.replaceAll('_', ' ');
  const reason = value !== null ? undefined : REASONS.has(words) ? (words as DropReason) : 'other';
  return { unitId, date: day, value, ...(reason !== undefined && { reason }) };
}
