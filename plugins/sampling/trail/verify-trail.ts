import type { Verification } from '../selection/verify-record.js';
import { checkDraws, drawsElsewhere, type TrailOfLine } from './draw-checks.js';
import { entryFaults } from './entry-faults.js';
import { shapeFaults } from './entry-shape.js';
import { checkMarks, checkMembers } from './file-checks.js';
import { checkPredecessor, type LineOfTrails, predecessorOf } from './predecessor-checks.js';
import { checkSeen, reach, type Seen } from './publication-checks.js';
import type { GivenRegistry } from './repeat-draw.js';
import {
  checkApproval,
  checkGivenUp,
  checkLeftOpen,
  noteAnalyses,
  noteGone,
  noteReplacements,
} from './told-checks.js';
import { chainFault, entryOf, headOf, namesSigner } from './trail-chain.js';
import { checkEnd } from './trail-end.js';
import type { TrailEntry } from './trail-entry.js';
import { parseTrail, type TrailExport } from './trail-export.js';
import { marksOf, type TrailMark } from './trail-marks.js';
import { stateOf } from './trail-state.js';
import { likeValues, valuesGivenAway } from './value-checks.js';
import type { Check } from './verification-check.js';

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
  { seen = [], signer, verifier, registries = [], line = new Map() }: KnownToVerifier = {},
): Promise<TrailVerification> {
  const checks: Verification['checks'][number][] = [];
  let failed = false;
  let unproven = false;
  const check: Check = (name, outcome, detail) => {
    checks.push({
      name,
      passed: outcome === true || outcome === 'note',
      ...(outcome === 'unproven' && { open: true }),
      ...(outcome === 'note' && { note: true }),
      detail,
    });
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
  const marks = marksOf(entries);
  checkMarks(trail, marks, checkEnd(trail, signer, check), check);
  checkMembers(json, check);
  for (const each of seen) checkSeen(trail, state, each, check);
  const vouched = Math.max(0, ...seen.map(({ hash }) => reach(trail, state, hash) ?? 0));
  if (vouched > 0 && vouched < entries.length)
    check(
      'completeness',
      'note',
      `${vouched + 1 === entries.length ? `entry ${entries.length}` : `entries ${vouched + 1} to ${entries.length}`} came after the newest hash that you saw: nothing shows that none of them is missing or was written anew`,
    );
  if (seen.length === 0)
    check(
      'completeness',
      'unproven',
      'no head was seen published earlier: the trail proves the order of its entries, not that none is missing',
    );
  for (const { seq, problem } of [...entryFaults(entries, trail.records), ...valuesGivenAway(trail)])
    check(`entry ${seq}`, false, problem);
  for (const { name, note, detail } of likeValues([trail]))
    check(name, note === true ? 'note' : 'unproven', detail);
  for (const selectionId of Object.keys(trail.records))
    if (!state.draws.some((draw) => draw.selectionId === selectionId))
      check('records', false, `${selectionId} is in the file, and no entry tells of it: entries are missing`);
  const elsewhere = [...line.values()].flatMap((other) =>
    other.trail.designId === trail.designId ? [] : stateOf(other.trail.entries.map(entryOf)).draws,
  );
  const missing = drawsElsewhere(entries, [...state.draws, ...elsewhere]);
  const predecessor = checkPredecessor(entries, line);
  // Where draws are missing they say whose trail it is.
  if (predecessor !== undefined && (predecessor.outcome !== 'unproven' || missing.length === 0))
    check('predecessor', predecessor.outcome, predecessor.detail);
  for (const { seq, problem } of missing) check(`entry ${seq}`, 'unproven', problem);
  await checkDraws(
    { trail, seen },
    { registries, before: before(entries, line), drawsElsewhere: elsewhere.length },
    check,
  );
  checkGivenUp(entries, check);
  checkLeftOpen(entries, check);
  checkApproval(entries, verifier, check);
  noteReplacements(entries, trail.records, check);
  noteGone(entries, check);
  noteAnalyses(entries, check);
  return { verdict: failed ? 'fail' : unproven ? 'unproven' : 'pass', checks, marks };
}

/** Trails of the designs that one recalculates, the nearest first. */
function before(entries: readonly TrailEntry[], line: LineOfTrails): readonly TrailOfLine[] {
  const predecessor = predecessorOf(entries);
  const trail = predecessor && line.get(predecessor.designId);
  if (trail === undefined) return [];
  const rest = new Map([...line].filter(([designId]) => designId !== trail.trail.designId));
  return [trail, ...before(trail.trail.entries.map(entryOf), rest)];
}

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
