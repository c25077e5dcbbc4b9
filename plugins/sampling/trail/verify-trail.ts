import { type Foundation, foundationOf, type Witness } from '../selection/rests-on.js';
import { recordHash, type SelectionRecord } from '../selection/selection-record.js';
import type { Verification } from '../selection/verify-record.js';
import type { DrawnEntry } from './drawn-entry.js';
import { entryFaults } from './entry-faults.js';
import { shapeFaults } from './entry-shape.js';
import { checkPredecessor, type LineOfTrails } from './predecessor-checks.js';
import { type GivenRegistry, isOfOtherUnits, repeatFrom } from './repeat-draw.js';
import { chainFault, entryOf, headOf, namesSigner, type TrailFault } from './trail-chain.js';
import type { TrailEntry } from './trail-entry.js';
import { parseTrail, type TrailExport } from './trail-export.js';
import { marksOf, type TrailMark } from './trail-marks.js';
import {
  committedPanel,
  isBefore,
  latestValue,
  publicationsCovering,
  stateOf,
  type TrailState,
} from './trail-state.js';

/** A hash that whoever verifies saw at a time: of an entry, or of a commitment. */
export interface Seen {
  readonly hash: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

export interface TrailVerification {
  /**
   * `unproven`: nothing is wrong, but something is not shown: who signed, that none is missing, that a draw repeats or is
   * in the file at all, that nobody chose its seed.
   */
  readonly verdict: 'pass' | 'unproven' | 'fail';
  readonly checks: Verification['checks'];
  /** What stands out, as the entries say it and not as the file does. */
  readonly marks: readonly TrailMark[];
}

/** What a verifier knows from elsewhere. */
export interface KnownToVerifier {
  /** What he saw published. */
  readonly seen?: readonly Seen[] | undefined;
  /** DID of the oracle that must have signed every entry. */
  readonly signer?: string | undefined;
  /** DID of who must have approved the design. */
  readonly verifier?: string | undefined;
  /** Registries that draws may have been made from; each is repeated from the one that has its units. */
  readonly registries?: readonly GivenRegistry[] | undefined;
  /** Trails of other designs of its line, which are whole, by their designs. */
  readonly line?: LineOfTrails | undefined;
}

/**
 * Checks an exported trail offline: chain, signatures, head, what was seen published, and every draw against its entry;
 * with registries the draws from them are repeated, and with the trails of the designs that it recalculates it is held
 * against them.
 *
 * @param json untrusted
 */
export async function verifyTrail(
  json: unknown,
  { seen = [], signer, registries = [], line = new Map() }: KnownToVerifier = {},
): Promise<TrailVerification> {
  const checks: Verification['checks'][number][] = [];
  let failed = false;
  let unproven = false;
  const check: Check = (name, outcome, detail) => {
    checks.push({ name, passed: outcome === true, ...(outcome === 'unproven' && { open: true }), detail });
    if (outcome === false) failed = true;
    if (outcome === 'unproven') unproven = true;
  };
  const trail = parseTrail(json);
  if (typeof trail === 'string') {
    check('trail', false, trail);
    return { verdict: 'fail', checks, marks: [] };
  }
  const fault = chainFault(trail.entries, trail.designId);
  if (fault !== undefined) {
    check('chain', false, `entry ${fault.seq} ${fault.problem}`);
    return { verdict: 'fail', checks, marks: [] };
  }
  const entries = trail.entries.map(entryOf);
  const shapes = shapeFaults(entries);
  if (shapes.length > 0) {
    for (const { seq, problem } of shapes) check(`entry ${seq}`, false, problem);
    return { verdict: 'fail', checks, marks: [] };
  }
  const state = stateOf(entries);
  check('chain', true, `${entries.length} entries of ${trail.designId}, each follows the one before`);
  checkSigners(trail, signer, check);
  checkHead(trail, check);
  for (const each of seen) checkSeen(trail, state, each, check);
  if (seen.length === 0)
    check(
      'completeness',
      'unproven',
      'no head was seen published earlier: the trail proves the order of its entries, not that none is missing',
    );
  for (const { seq, problem } of entryFaults(entries, trail.records)) check(`entry ${seq}`, false, problem);
  for (const selectionId of Object.keys(trail.records))
    if (!state.draws.some((draw) => draw.selectionId === selectionId))
      check('records', false, `${selectionId} is in the file, and no entry tells of it: entries are missing`);
  const elsewhere = [...line].flatMap(([designId, links]) =>
    designId === trail.designId ? [] : stateOf(links.map(entryOf)).draws,
  );
  const missing = drawsElsewhere(entries, [...state.draws, ...elsewhere]);
  const predecessor = checkPredecessor(entries, line);
  // Where draws are missing they say whose trail it is.
  if (predecessor !== undefined && (predecessor.outcome !== 'unproven' || missing.length === 0))
    check('predecessor', predecessor.outcome, predecessor.detail);
  for (const { seq, problem } of missing) check(`entry ${seq}`, 'unproven', problem);
  let otherRegistry = 0;
  for (const draw of state.draws) {
    const { selectionId, entry, recordSha256 } = draw;
    const name = entry === undefined ? selectionId : `draw ${entry.draw}`;
    const record = trail.records[selectionId];
    const problem = record === undefined ? 'its record is not in the file' : mismatch(record, recordSha256);
    if (record === undefined || problem !== undefined) {
      check(name, false, `${selectionId}: ${problem}`);
      continue;
    }
    const commitment = commitmentFault(state, entry, record);
    if (commitment !== undefined) {
      check(name, false, `${selectionId}: ${commitment}`);
      continue;
    }
    const witnesses = witnessesFor(trail, state, entry, record, seen);
    const repeated = await repeatFrom(registries, record, witnesses);
    if (repeated?.verdict === 'fail') {
      const last = repeated.checks.at(-1);
      const others = isOfOtherUnits(repeated);
      if (others) otherRegistry += 1;
      const detail = others
        ? `was drawn from other units than those of ${registries.length === 1 ? 'this registry' : 'these registries'} (${record.frame.sha256})`
        : `${last?.name}: ${last?.detail}`;
      // A design may have drawn from several registries; one that fits none of its draws is the wrong one, or was changed.
      const drawsOfLine = state.draws.length + elsewhere.length;
      const another = others && otherRegistry < drawsOfLine;
      check(
        name,
        another ? 'unproven' : false,
        `${selectionId}: ${another ? 'not repeated, it ' : ''}${detail}`,
      );
      continue;
    }
    const { proven, restsOn } = foundationOfDraw(trail, state, { entry, record, witnesses, seen });
    const how = repeated === undefined ? 'was not repeated, for no registry was given' : 'repeats';
    check(
      name,
      repeated !== undefined && proven ? true : 'unproven',
      `${selectionId} ${how}; it rests on ${restsOn}`,
    );
  }
  return { verdict: failed ? 'fail' : unproven ? 'unproven' : 'pass', checks, marks: marksOf(entries) };
}

/** What a draw rests on; a kept panel on what its first draw does. */
function foundationOfDraw(
  trail: TrailExport,
  state: TrailState,
  { entry, record, witnesses, seen }: RestingDraw,
): Foundation {
  const base = entry && committedPanel(entry, state.draws);
  const first = base && trail.records[base.selectionId];
  if (base?.entry === undefined || first === undefined) return foundationOf(record.seed.origin, witnesses);
  const found = foundationOf(first.seed.origin, witnessesFor(trail, state, base.entry, first, seen));
  return { ...found, restsOn: `the panel of ${base.selectionId}, which it keeps: ${found.restsOn}` };
}

interface RestingDraw {
  readonly entry: DrawnEntry | undefined;
  readonly record: SelectionRecord;
  readonly witnesses: readonly Witness[];
  readonly seen: readonly Seen[];
}

type Check = (name: string, outcome: boolean | 'unproven', detail: string) => void;

function signersOf({ entries }: Pick<TrailExport, 'entries'>): string[] {
  return [...new Set(entries.flatMap(({ signer }) => (signer === null ? [] : [signer])))];
}

function checkSigners({ entries }: TrailExport, expected: string | undefined, check: Check): void {
  const [first, second] = signersOf({ entries });
  if (expected !== undefined) {
    const other = entries.findIndex(({ signer }) => signer !== expected);
    const by = entries[other]?.signer ?? 'nobody';
    const detail = other < 0 ? `all by ${expected}` : `entry ${other + 1} is by ${by}, not by ${expected}`;
    check('signatures', other < 0, detail);
  } else if (!namesSigner(entries))
    check('signatures', 'unproven', 'no entry is signed: anybody could have written them');
  else if (second === undefined)
    check(
      'signatures',
      'unproven',
      `all by ${first}, and you did not say whom you expect: anybody can sign a trail with a key of his own. Say --signer <did>`,
    );
  else
    check(
      'signatures',
      'unproven',
      `from entry ${entries.findIndex(({ signer }) => signer === second) + 1} on by ${second}, before by ${first}: whoever holds the later key may have written all from there on; ask the oracle whether it changed its key, or say --signer <did>`,
    );
}

function checkHead({ entries, head }: TrailExport, check: Check): void {
  const found = headOf(entries);
  const same = found?.length === head.length && found.hash === head.hash;
  check(
    'head',
    same,
    same
      ? `${head.length} entries, ${head.hash}`
      : `the file says ${head.length} entries and ${head.hash}, its entries come to ${found?.length ?? 0} and ${found?.hash ?? 'none'}`,
  );
}

/** The entry up to which a hash vouches: an entry itself, or the one that holds a commitment. */
export function reach(
  { entries }: Pick<TrailExport, 'entries'>,
  { commitments }: TrailState,
  hash: string,
): number | undefined {
  const at = entries.findIndex((link) => link.hash === hash);
  if (at >= 0) return at + 1;
  return commitments.find(({ entry }) => entry?.sha256 === hash)?.entry?.seq;
}

function checkSeen(trail: TrailExport, state: TrailState, { hash, at }: Seen, check: Check): void {
  const seq = reach(trail, state, hash);
  const link = seq === undefined ? undefined : trail.entries[seq - 1];
  const own = link && entryOf(link).at;
  // An entry behind a draw by a beacon is younger than its value, whatever the clock of the oracle said.
  const value = seq === undefined ? undefined : latestValue(trail.entries.slice(0, seq).map(entryOf));
  const made = own !== undefined && value !== undefined && isBefore(own, value) ? value : own;
  const early = made !== undefined && isBefore(at, made);
  const place =
    seq === undefined
      ? 'is of no entry: entries were taken away or changed since'
      : early
        ? `is of entry ${seq}, which came at ${made}: nobody can have seen it before`
        : `is of entry ${seq}: nothing before it was added, changed or taken away since`;
  check('published', seq !== undefined && !early, `${hash}, seen at ${at}, ${place}`);
}

interface NamedDraw {
  readonly seq: number;
  /** As what it is named. */
  readonly of: string;
  readonly id: string;
  /** The design whose trail it stands in, where the entry says it. */
  readonly designId?: string | undefined;
}

/** Draws that entries name and that are not in this file: what they were drawn from, and how, is not shown. */
function drawsElsewhere(entries: readonly TrailEntry[], draws: TrailState['draws']): TrailFault[] {
  const given = new Set(draws.map(({ selectionId }) => selectionId));
  const named = entries.flatMap((entry): NamedDraw[] => {
    if (entry.kind === 'drawn' && entry.panel)
      return [{ seq: entry.seq, of: `the panel before draw ${entry.draw}`, id: entry.panel.selectionId }];
    if (entry.kind !== 'analysed' || entry.selectionId === null) return [];
    const { seq, periodId, selectionId: id, elsewhere } = entry;
    return [{ seq, of: `the draw behind ${periodId}`, id, designId: elsewhere?.designId }];
  });
  return named.flatMap(({ seq, of, id, designId = 'a design that this one recalculates' }) =>
    given.has(id)
      ? []
      : [
          {
            seq,
            problem: `${of}, ${id}, stands in the trail of ${designId}, which is not given: verify that as well`,
          },
        ],
  );
}

function mismatch(record: SelectionRecord, recordSha256: string): string | undefined {
  if (recordHash(record) !== record.sha256) return 'its record does not have the hash that it carries';
  return record.sha256 === recordSha256
    ? undefined
    : `its record has the hash ${record.sha256}, the trail has ${recordSha256}`;
}

/** A draw by a commitment needs one in the trail before it, which no other draw used. */
function commitmentFault(
  { commitments, draws }: TrailState,
  entry: DrawnEntry | undefined,
  record: SelectionRecord,
): string | undefined {
  const { origin } = record.seed;
  if (origin.trust !== 'verifiable' || entry === undefined) return undefined;
  const known = commitments.find(({ commitmentId }) => commitmentId === entry.commitmentId);
  if (known === undefined) return 'its commitment is not in the trail';
  if (known.entry !== undefined && known.entry.sha256 !== origin.commitment.sha256)
    return 'its commitment is not the one of the trail';
  const uses = draws.filter(({ commitmentId }) => commitmentId === entry.commitmentId);
  if (uses[0]?.selectionId !== entry.selectionId)
    return `its commitment was used up by ${uses[0]?.selectionId}`;
  return undefined;
}

function witnessesFor(
  trail: TrailExport,
  state: TrailState,
  draw: DrawnEntry | undefined,
  { seed: { origin } }: SelectionRecord,
  seen: readonly Seen[],
): Witness[] {
  if (origin.trust !== 'verifiable') return [];
  const entry = state.commitments.find(({ commitmentId }) => commitmentId === draw?.commitmentId)?.entry;
  if (entry === undefined) return [];
  return [
    ...seen
      .filter(
        ({ hash }) => hash === origin.commitment.sha256 || (reach(trail, state, hash) ?? 0) >= entry.seq,
      )
      .map(({ at }): Witness => ({ by: 'auditor', where: 'where you saw it', at })),
    ...publicationsCovering(state, entry.seq).map(
      ({ where, publishedAt }): Witness => ({ by: 'stated', where, at: publishedAt }),
    ),
  ];
}
