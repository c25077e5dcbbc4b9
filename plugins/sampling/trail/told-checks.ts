import { oneLine } from 'oracle-runtime/kit';
import { percent } from '../design/percent.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import { reasonsOf as rowReasons, strangersIn } from './analysis-marks.js';
import { chosenNote } from './chosen-marks.js';
import { deviceNote } from './device-marks.js';
import { elsewhereNote } from './elsewhere-marks.js';
import { factorNote } from './factor-marks.js';
import { givenUpLate, isKnownBy } from './given-up.js';
import { goneWords } from './gone-marks.js';
import { heldNote } from './held-marks.js';
import { protocolNote } from './protocol-marks.js';
import { recordedNote } from './recorded-marks.js';
import { reasonsOf } from './replacement-marks.js';
import type { TrailEntry } from './trail-entry.js';
import { stateOf } from './trail-state.js';
import type { Check } from './verification-check.js';

type Analysed = Extract<TrailEntry, { readonly kind: 'analysed' }>;

/** Characters of the name of a column that are shown. */
const SHOWN = 60;

type Moved = Extract<TrailEntry, { readonly kind: 'moved' }>;

/** How an oracle knows who decided. */
const THROUGH: Readonly<Record<string, string>> = {
  ucan: 'by a UCAN that it signed, let in by whom the owner of the oracle delegates to',
  'api-key': 'by an API key that the operator of the oracle issued',
  person: 'as an invited person who signed in there',
  external: 'as an account from outside, as the operator knows it',
  owner: 'as the operator of the oracle',
};

/**
 * Who approved a design. Who that is, and whom it belongs to, no file shows: it is for a reader to know.
 * @param expected DID of who must have approved it
 */
export function checkApproval(
  entries: readonly TrailEntry[],
  expected: string | undefined,
  check: Check,
): void {
  const decisions = entries.filter(
    (entry): entry is Moved =>
      entry.kind === 'moved' && (entry.status === 'approved' || entry.status === 'rejected'),
  );
  const last = decisions.at(-1);
  if (last === undefined) {
    check('approval', expected === undefined ? 'note' : false, 'nobody approved the design');
    return;
  }
  const { actor, status, independent, through = null, at, seq } = last;
  const how = through === null ? '' : `, ${THROUGH[through] ?? `through ${through}`}`;
  const whose =
    independent === true
      ? 'it did nothing else for the design; that it belongs to somebody else than its owner, no file shows'
      : 'it is the owner of the design, worked on it, or came in by a key';
  const detail = `${status} by ${actor} on ${at} (entry ${seq})${how}: ${whose}`;
  if (expected === undefined) {
    check('approval', 'note', `${detail}. Say whom you expect: --verifier <did>`);
    return;
  }
  const fits = actor === expected && independent === true && status === 'approved';
  check('approval', fits, fits ? detail : `${detail}; you expect an independent approval by ${expected}`);
}

/** How many drawn units others stand in for, by draw. */
export function noteReplacements(
  entries: readonly TrailEntry[],
  records: Readonly<Record<string, SelectionRecord>>,
  check: Check,
): void {
  const { analyses, draws, replacements } = stateOf(entries);
  for (const { selectionId, entry } of draws) {
    const called = replacements.filter((each) => each.selectionId === selectionId);
    const record = records[selectionId];
    if (called.length === 0 || record === undefined) continue;
    const isKnown =
      called.some(({ earlierValues = 0 }) => earlierValues > 0) ||
      analyses.some(
        (each) =>
          each.selectionId === selectionId &&
          ((each.stoodIn ?? 0) > 0 ||
            (each.otherDays?.without ?? null) !== null ||
            each.held?.some(({ missing }) => missing?.byChance === false) === true ||
            each.judged?.unheard?.findings.includes('replaced') === true ||
            (each.protocol?.recorded?.earlier?.missing ?? null) !== null),
      );
    const of = record.strata.reduce((sum, { selected }) => sum + selected.length, 0);
    check(
      `replaced in ${entry === undefined ? selectionId : `draw ${entry.draw}`}`,
      'note',
      `${called.length} of ${of} units (${percent(called.length / of)}), ${reasonsOf(called)}. ${isKnown ? 'Of some of them there are values: see the marks' : 'Whether they were those that do badly, no file shows: no analysis has values of them'}`,
    );
  }
}

/** Units that were measured before and that a later draw could not draw any more. */
export function noteGone(entries: readonly TrailEntry[], check: Check): void {
  for (const { entry } of stateOf(entries).draws)
    for (const each of entry?.gone ?? []) check(`registry of draw ${entry?.draw}`, 'note', goneWords(each));
}

/** Commitments that gave way when their value could be known: whoever did that could take the draw that pleases. */
export function checkGivenUp(entries: readonly TrailEntry[], check: Check): void {
  for (const { seq, commitmentId, since } of givenUpLate(entries))
    check(
      'given up',
      'unproven',
      `${commitmentId} gave way in entry ${seq}, when its value could be known since ${since}: whoever gave it up could know its draw`,
    );
}

/** Commitments of a design before that were left for another when their value could be known. */
export function checkLeftOpen(entries: readonly TrailEntry[], check: Check): void {
  for (const entry of entries) {
    if (entry.kind !== 'committed') continue;
    for (const { commitmentId, designId, since } of entry.leftOpen ?? [])
      if (isKnownBy(since, entry.at))
        check(
          'left open',
          'unproven',
          `${commitmentId} of ${designId} was left for ${entry.commitmentId} in entry ${entry.seq}, when its value could be known${since === null ? '' : ` since ${since}`}: whoever left it could know its draw`,
        );
  }
}

/** Which days were analysed, which analysis counts, and of which units that were not drawn have readings. */
export function noteAnalyses(entries: readonly TrailEntry[], check: Check): void {
  const { analyses, finals } = stateOf(entries);
  if (finals.length === 0 && new Set(analyses.map(({ from, to }) => `${from} ${to}`)).size > 1)
    check('final', 'note', `no analysis is final: nobody said which of ${analyses.length} counts`);
  for (const entry of analyses) {
    const { periodId, from, to, analysis, rows, selectionId, analysisSha256, leftOut = 0 } = entry;
    const { stoodIn = 0, mean = null } = entry;
    const strangers = strangersIn(entry);
    const earlier = entries.slice(0, entry.seq - 1);
    const final = finals.some((each) => each.periodId === periodId) ? ', final' : '';
    check(
      'analysis',
      'note',
      `${periodId} of ${from} to ${to}, analysis ${analysis} of its days${final}: ${rows} rows, of ${selectionId ?? 'no draw'}, hash ${analysisSha256}${mean === null ? '' : `; mean ${mean}`}${toldOf(entry)}${leftOut === 0 ? '' : `; ${leftOut} units with readings were not drawn and do not count`}${stoodIn === 0 ? '' : `; ${stoodIn} replaced units have values beside their stand-ins’ and do not count`}${factorNote(entry)}${daysNote(entry)}${protocolNote(entry, earlier)}${deviceNote(entry, earlier)}${recordedNote(entry)}${chosenNote(entry)}${elsewhereNote(entry, entries)}${heldNote(entry)}`,
    );
    if (strangers > 0)
      check(
        'analysis',
        'unproven',
        `${strangers} units that were not drawn count in the figures of ${periodId}: have its days analysed again`,
      );
  }
}

/** Of how many days units have values: where only the best ones are kept, all may have as many of them. */
function daysNote({ days }: Extract<TrailEntry, { readonly kind: 'analysed' }>): string {
  if (days === undefined || days === null) return '';
  const { fewest, most, mean, withRows, of } = days;
  const range = fewest === most ? String(most) : `${fewest} to ${most}`;
  const rows = withRows === of ? '' : `, ${withRows} of which have rows`;
  return `; values of ${range} of the ${of} days${rows}, ${mean} a unit`;
}

/** From where the values of an analysis are, and of how many of those who were asked. */
function toldOf({ read, answered, outside = 0, emptyRows = null, ifLost = null }: Analysed): string {
  return [
    ...(answered === undefined
      ? []
      : [
          `${answered.valid} of ${answered.asked} that were asked gave a value${ifLost === null ? '' : `, and with nothing or the highest value for the others the mean were ${ifLost.low} or ${ifLost.high}${ifLost.beyond === undefined ? '' : `, further off than the precision of ${percent(Number(ifLost.beyond))} that was asked for`}`}`,
        ]),
    ...(read === undefined || read === null
      ? []
      : [
          `values of the column "${oneLine(read.valueColumn, SHOWN)}"${read.sheet === null ? '' : ` of the sheet "${oneLine(read.sheet, SHOWN)}"`}`,
        ]),
    ...(outside === 0 ? [] : [`${outside} rows are of other days`]),
    ...(emptyRows === null
      ? []
      : [
          `${emptyRows.rows} of ${emptyRows.of} rows of ${emptyRows.units} units with values have none: ${rowReasons(emptyRows.reasons)}`,
        ]),
  ]
    .map((each) => `; ${each}`)
    .join('');
}
