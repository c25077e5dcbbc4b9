import { quoted } from '../selection/quoted.js';
import type { VerificationStatus } from '../verification/status.js';
import { analysisMarks } from './analysis-marks.js';
import { because } from './because.js';
import { choiceMarks } from './choice-marks.js';
import { chosenMarks } from './chosen-marks.js';
import { decisionMarks, standingMarks } from './decision-marks.js';
import { deviceMarks } from './device-marks.js';
import { commitmentMarks, type DrawnFrom, drawMarks } from './draw-marks.js';
import { elsewhereMarks } from './elsewhere-marks.js';
import { factorMarks } from './factor-marks.js';
import { givenUpLate, laterThanCommitted, valueFrom } from './given-up.js';
import { heldMarks } from './held-marks.js';
import { judgedMarks, submissionMarks } from './judged-marks.js';
import { protocolMarks, unsealedMarks } from './protocol-marks.js';
import { recordedMarks } from './recorded-marks.js';
import { replacementMarks } from './replacement-marks.js';
import { sisterMarks } from './sister-marks.js';
import { againMarks, populationMarks, statedMarks, unseenMarks } from './stated-marks.js';
import { submittedAgain } from './submitted-again.js';
import type { TrailEntry } from './trail-entry.js';
import { impossibleTime, overlaps, stateOf } from './trail-state.js';

/** Something in a trail that a reader should not overlook. It is no verdict: there may be a good reason, and it is named. */
export interface TrailMark {
  /** The entry, from 1. */
  readonly seq: number;
  readonly mark: string;
}

/** What stands out in a trail, in its order; the same for everybody who has the entries. */
export function marksOf(entries: readonly TrailEntry[]): TrailMark[] {
  let drawnFrom: DrawnFrom | undefined;
  const givenUp = givenUpLate(entries);
  /** Who gives the value of a commitment that no beacon gives. */
  const authorities = new Map<string, string>();
  const actors = new Set<string>();
  /** Undefined for what is older than its trail. */
  let status: VerificationStatus | undefined;
  let readings = 0;
  return entries.flatMap((entry, index) => {
    const said = markOf(entry, drawnFrom, readings, actors, entries.slice(0, index));
    actors.add(entry.actor);
    said.push(...standingMarks(entry, status));
    if (entry.kind === 'created') status = 'draft';
    if (entry.kind === 'moved') status = entry.status;
    if (entry.kind === 'drawn' && entry.commitmentId === null) {
      const open = openBefore(entries, index);
      if (open.length > 0)
        said.push(
          `Draw ${entry.draw} passes over ${open.join(', ')}, which was committed to and is still open: its seed was chosen by whoever drew.`,
        );
    }
    if (entry.kind === 'drawn' && entry.commitmentId !== null) {
      const authority = authorities.get(entry.commitmentId);
      if (authority !== undefined)
        said.push(
          `The value of ${quoted(authority)} behind draw ${entry.draw} stands as whoever drew entered it: ask them.${typeof entry.openParts === 'number' ? ` The commitment does not say of how many numbers it is, and this has ${entry.openParts}: a bonus number or a day could be told or left out.` : ''}`,
        );
      const committed = entries
        .slice(0, index)
        .find((each) => each.kind === 'committed' && each.commitmentId === entry.commitmentId);
      if (committed?.kind === 'committed') {
        const late = laterThanCommitted(entry, committed);
        if (late !== undefined)
          said.push(
            `The value behind draw ${entry.draw} became public ${late}; the commitment is to one from ${valueFrom(committed)} on. Of values in between the one that pleases could be taken.`,
          );
      }
    }
    if (entry.kind === 'analysed' && entry.selectionId === null) {
      const open = openBefore(entries, index);
      const beside = open.length === 0 ? '' : ` ${open.join(', ')} was committed to and not drawn.`;
      said.push(`No draw stands behind these readings: whoever measured chose the homes.${beside}`);
    }
    if (entry.kind === 'judged' && entries[index + 1]?.kind !== 'judged')
      said.push(...judgedMarks(entries.slice(0, index + 1)));
    if (entry.kind === 'analysed') {
      const earlier = entries.slice(0, index);
      said.push(...submissionMarks(entry.judged), ...factorMarks(entry), ...protocolMarks(entry, earlier));
      said.push(...deviceMarks(entry, earlier), ...recordedMarks(entry, entries), ...chosenMarks(entry));
      said.push(
        ...elsewhereMarks(entry, entries),
        ...heldMarks(entry, entries),
        ...unsealedMarks(entry, earlier),
      );
    }
    if (entry.kind === 'finalised' || entry.kind === 'recalculated')
      said.push(...choiceMarks(entry.periodId, entries.slice(0, index), entries));
    if (entry.kind === 'published') {
      const problem = impossibleTime(entries, entry);
      if (problem !== undefined)
        said.push(
          `The head of ${entry.head.length} entries is said to be published at ${quoted(entry.where)} at ${entry.publishedAt}, which ${problem}.`,
        );
    }
    if (entry.kind === 'committed') {
      for (const { seq, commitmentId, since } of givenUp)
        if (seq === entry.seq)
          said.push(
            `The value of ${commitmentId} was public since ${since} when another commitment took its place: its draw could be known.`,
          );
      const same = entries
        .slice(0, index)
        .find((each) => each.kind === 'committed' && entry.publicAt !== null && each.source === entry.source);
      if (same?.kind === 'committed')
        said.push(
          `Commitment ${entry.commitment} is to ${entry.source}, as commitment ${same.commitment} was: of two draws by one value the one that pleases could be taken.`,
        );
      if (entry.publicAt === null) authorities.set(entry.commitmentId, entry.source);
    }
    if (entry.kind === 'replaced' && entries[index + 1]?.kind !== 'replaced')
      said.push(...replacementMarks(entries.slice(0, index + 1)));
    if (entry.kind === 'analysed') said.push(...replacementMarks(entries.slice(0, index)));
    if (entry.kind === 'recalculated' && entry.periodId !== null) {
      const { analyses, finals } = stateOf(entries.slice(0, index));
      const basis = analyses.find((each) => each.periodId === entry.periodId);
      const final = finals.find((each) => basis !== undefined && overlaps(each, basis));
      const newer = finals
        .filter((each) => basis !== undefined && each.from > basis.to)
        .sort((a, b) => (a.to < b.to ? -1 : 1))
        .at(-1);
      if (newer !== undefined)
        said.push(
          `${entry.into} is recalculated from ${entry.periodId} of ${basis?.from} to ${basis?.to}, though ${newer.periodId} of ${newer.from} to ${newer.to} is final too.`,
        );
      if (final !== undefined && final.periodId !== entry.periodId)
        said.push(
          `${entry.into} is recalculated from ${entry.periodId}, but ${final.periodId} is final for its days.`,
        );
    }
    if (entry.kind === 'authority drew') {
      const before = entries.slice(0, index).filter(({ kind }) => kind === 'authority drew').length;
      if (before > 0)
        said.push(`It is selection ${before + 1} by an authority from lists that name this design.`);
    }
    if (entry.kind === 'begun') drawnFrom = entry.draws.at(-1) ?? drawnFrom;
    if (entry.kind === 'drawn') drawnFrom = entry;
    if (entry.kind === 'analysed') readings += 1;
    return said.map((mark) => ({ seq: entry.seq, mark }));
  });
}

/** Commitments that were open when an entry came. */
function openBefore(entries: readonly TrailEntry[], index: number): string[] {
  const { commitments } = stateOf(entries.slice(0, index));
  return commitments.filter(({ status }) => status === 'open').map((each) => each.commitmentId);
}

function markOf(
  entry: TrailEntry,
  drawnFrom: DrawnFrom | undefined,
  analyses: number,
  actors: ReadonlySet<string>,
  earlier: readonly TrailEntry[],
): string[] {
  switch (entry.kind) {
    case 'begun':
      return [entry.note];
    case 'moved':
      return decisionMarks(entry, actors);
    case 'committed':
      return commitmentMarks(entry);
    case 'drawn':
      return drawMarks(entry, drawnFrom, analyses, stateOf(earlier).draws);
    case 'analysed':
      return analysisMarks(entry, stateOf(earlier).analyses);
    case 'finalised':
      return [
        ...(entry.supersedes === null
          ? []
          : [`${entry.periodId} is final in the place of ${entry.supersedes}${because(entry.reason)}`]),
        ...(entry.to < entry.at.slice(0, 10)
          ? []
          : [
              `${entry.periodId} was declared final before its days, ${entry.from} to ${entry.to}, were over.`,
            ]),
      ];
    case 'authority drew':
      return [
        `The selection by ${quoted(entry.authority)} (${quoted(entry.reference)}) stands as the submitter entered it: ask them.`,
      ];
    case 'recalculated':
      return [
        ...statedMarks(entry.stated ?? []),
        ...populationMarks(entry.populations),
        ...unseenMarks(entry.unseen),
        ...againMarks(earlier.filter(({ kind }) => kind === 'recalculated').length),
      ];
    case 'submitted':
      return [
        ...submittedAgain(entry.monitoringPeriod ?? '', entry.earlier ?? []),
        ...sisterMarks(entry.sisters),
      ];
    case 'sealed':
      return sealMarks(entry);
    case 'drawn elsewhere':
      return [elsewhereMark(entry)];
    case 'restored':
      return [
        `The oracle was put back on ${entry.restoredAt} to a backup of ${entry.backupAt}: what came between stands in no entry, and a draw of that time may have been taken back.`,
      ];
    case 'deleted':
      return [
        `The registry ${entry.id}, which a draw rests on, was deleted${because(entry.reason)} Only a copy with the hash ${entry.frameSha256} of its ids can repeat the draw.`,
      ];
    default:
      return [];
  }
}

function elsewhereMark({
  otherDesign,
  sameFrame,
  otherIds = false,
}: Extract<TrailEntry, { kind: 'drawn elsewhere' }>): string {
  const who =
    otherDesign === null
      ? 'A design of the same project and another owner'
      : `The design ${otherDesign} of the same owner`;
  return otherIds
    ? `${who} drew from units with other ids for the same project after this one: were these the same homes under other names, of several draws the one that pleases can be handed in.`
    : `${who} drew from ${sameFrame ? 'the same' : 'some of the same'} units after this one: of several draws the one that pleases can be handed in.`;
}

function sealMarks({
  protocol,
  seal,
  analysesBefore,
  reason,
}: Extract<TrailEntry, { kind: 'sealed' }>): string[] {
  return [
    ...(seal > 1
      ? [`Seal ${seal} of ${sealedAs(protocol)} takes the place of the one before it${because(reason)}`]
      : []),
    ...(analysesBefore > 0
      ? [
          `${sealedAs(protocol, 'The')} was sealed after ${analysesBefore} analysed set(s) of readings: whoever sealed it could know results.`,
        ]
      : []),
  ];
}

/** What a seal fixes, in words. */
function sealedAs(protocol: string, the: 'the' | 'The' = 'the'): string {
  return protocol === 'places of sensors' ? `${the} list of devices` : `${the} protocol of ${protocol}`;
}
