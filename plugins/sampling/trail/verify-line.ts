import { type LineOfTrails, predecessorOf } from './predecessor-checks.js';
import { reach, type Seen } from './publication-checks.js';
import { chainFault, entryOf } from './trail-chain.js';
import { parseTrail, type TrailExport } from './trail-export.js';
import { stateOf } from './trail-state.js';
import { likeValues, unitsInCommon, valuesInCommon } from './value-checks.js';
import { type KnownToVerifier, type TrailVerification, verifyTrail } from './verify-trail.js';

/** What verifying the trails of a line of designs came to. */
export interface LineVerification {
  readonly verdict: TrailVerification['verdict'];
  /** What is not of one trail alone. */
  readonly checks: TrailVerification['checks'];
  /** In the order of the line, the first design first. */
  readonly trails: readonly (TrailVerification & { readonly designId: string })[];
}

/**
 * Checks exported trails of designs of which each recalculates the one before it, offline, each as `verifyTrail` does and
 * against that of the design before. Two files of one design must agree as far as both go.
 *
 * @param files untrusted JSON
 */
export async function verifyLine(
  files: readonly unknown[],
  { seen = [], ...known }: Omit<KnownToVerifier, 'line'> = {},
): Promise<LineVerification> {
  const checks: TrailVerification['checks'][number][] = [];
  const whole = new Map<string, TrailExport>();
  const raw = new Map<TrailExport, unknown>();
  const broken: (TrailVerification & { readonly designId: string })[] = [];
  for (const file of files) {
    const trail = parseTrail(file);
    if (typeof trail === 'string' || chainFault(trail.entries, trail.designId) !== undefined) {
      const designId = typeof trail === 'string' ? 'no design' : trail.designId;
      broken.push({ designId, ...(await verifyTrail(file, known)) });
      continue;
    }
    raw.set(trail, file);
    const other = whole.get(trail.designId);
    const [shorter, longer] =
      other === undefined || other.entries.length < trail.entries.length ? [other, trail] : [trail, other];
    whole.set(trail.designId, longer);
    if (shorter !== undefined)
      checks.push(checkSame(shorter, longer), ...(await faultsOfCopy(shorter, raw.get(shorter), known)));
  }
  const ordered = inOrder([...whole.values()]);
  const line: LineOfTrails = new Map(
    ordered.map((trail) => [
      trail.designId,
      { trail, seen: ordered.length > 1 ? seenOf(trail, ordered, seen) : seen },
    ]),
  );
  const firsts = ordered.filter(({ entries }) => {
    const before = predecessorOf(entries.map(entryOf));
    return before === undefined || !line.has(before.designId);
  });
  if (firsts.length > 1)
    checks.push({
      name: 'line',
      passed: false,
      open: true,
      detail: `${firsts.map(({ designId }) => designId).join(' and ')} are of no one line: none of these trails leads from one to the other`,
    });
  for (const { hash, at } of seen)
    if (ordered.length > 1 && !ordered.some((trail) => reaches(trail, { hash, at })))
      checks.push({
        name: 'published',
        passed: false,
        detail: `${hash}, seen at ${at}, is of no entry of these trails: entries were taken away or changed since`,
      });
  checks.push(...valuesInCommon(ordered), ...unitsInCommon(ordered, inOneLine(ordered)));
  if (ordered.length > 1) checks.push(...likeValues(ordered));
  const trails = [...broken];
  for (const trail of ordered) {
    const own = line.get(trail.designId)?.seen ?? seen;
    trails.push({
      designId: trail.designId,
      ...(await verifyTrail(raw.get(trail), { ...known, seen: own, line })),
    });
  }
  const failed =
    trails.some(({ verdict }) => verdict === 'fail') || checks.some(({ passed, open }) => !passed && !open);
  const open =
    trails.some(({ verdict }) => verdict === 'unproven') || checks.some((each) => each.open === true);
  return { verdict: failed ? 'fail' : open ? 'unproven' : 'pass', checks, trails };
}

/** Two files of one design: nobody may have been shown another trail. */
function checkSame(shorter: TrailExport, longer: TrailExport): TrailVerification['checks'][number] {
  const { designId, entries } = shorter;
  const differs = entries.findIndex(({ hash }, at) => longer.entries[at]?.hash !== hash);
  return {
    name: 'same trail',
    passed: differs < 0,
    detail:
      differs < 0
        ? `two files of ${designId} agree in the ${entries.length} entries that both have`
        : `two files of ${designId} differ from entry ${differs + 1} on: somebody was shown another trail`,
  };
}

/**
 * What is wrong with the shorter of two files of one design by itself. That it is not signed to be all of the trail, or that
 * its draws do not repeat, is for the longer one to answer, which holds its entries too.
 */
async function faultsOfCopy(
  { designId, entries }: TrailExport,
  file: unknown,
  { signer }: Omit<KnownToVerifier, 'line' | 'seen'>,
): Promise<TrailVerification['checks'][number][]> {
  const { checks } = await verifyTrail(file, { signer });
  return checks
    .filter(({ name, passed, open }) => !passed && (open !== true || name === 'file'))
    .map(({ name, detail, ...rest }) => ({
      ...rest,
      name,
      detail: `in the copy of ${designId} with ${entries.length} entries: ${detail}`,
    }));
}

/** Trails with those of the designs before first; a line has no rings, for each entry holds the hash of one before. */
function inOrder(trails: readonly TrailExport[]): TrailExport[] {
  const byDesign = new Map(trails.map((trail) => [trail.designId, trail]));
  const depth = (trail: TrailExport, passed: ReadonlySet<string> = new Set()): number => {
    const before = predecessorOf(trail.entries.map(entryOf));
    const other = before && byDesign.get(before.designId);
    if (other === undefined || passed.has(trail.designId)) return 0;
    return 1 + depth(other, new Set([...passed, trail.designId]));
  };
  return trails
    .map((trail) => ({ trail, at: depth(trail) }))
    .sort((a, b) => a.at - b.at)
    .map(({ trail }) => trail);
}

/** Whether one of two designs was made from the other, by way of any number of others. */
function inOneLine(trails: readonly TrailExport[]): (a: string, b: string) => boolean {
  const before = new Map(
    trails.map(({ designId, entries }) => [designId, predecessorOf(entries.map(entryOf))?.designId]),
  );
  const first = (designId: string): string => {
    let at = designId;
    for (let n = 0; n < trails.length; n++) at = before.get(at) ?? at;
    return at;
  };
  return (a, b) => a === b || first(a) === first(b);
}

function reaches({ entries }: TrailExport, { hash }: Seen): boolean {
  return reach({ entries }, stateOf(entries.map(entryOf)), hash) !== undefined;
}

/**
 * What was seen published of a trail: hashes of its own, and the head of it that a later trail names in its first entry,
 * which whatever was seen of that one vouches for.
 */
function seenOf(trail: TrailExport, ordered: readonly TrailExport[], seen: readonly Seen[]): Seen[] {
  const own = seen.filter((each) => reaches(trail, each));
  const through = ordered.flatMap((later) => {
    const before = predecessorOf(later.entries.map(entryOf));
    const head = before?.head;
    const named =
      before?.designId === trail.designId &&
      head != null &&
      trail.entries[head.length - 1]?.hash === head.hash;
    return named ? seenOf(later, ordered, seen).map(({ at }) => ({ hash: head.hash, at })) : [];
  });
  return [
    ...own,
    ...through.filter(({ hash }, at) => through.findIndex((each) => each.hash === hash) === at),
  ];
}
