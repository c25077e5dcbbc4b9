import { canRepeat, type DrawnStratum, type DrawRecord, seedOfStratum } from './draw-record.js';
import { canonicalJson, compareUtf8, lines, sha256 } from './hash.js';
import { saysFault } from './record-says.js';
import { seedFault } from './seed-fault.js';

/** A unit of the registry. */
export interface FrameUnit {
  readonly id: string;
  readonly stratum?: string;
}

export interface Check {
  readonly name: 'record' | 'says' | 'seed' | 'plan' | 'tickets' | 'frame' | 'draw';
  readonly passed: boolean;
  /** What differs, or what was found equal. */
  readonly detail: string;
  /** Of `frame`: the file as a whole is another one. */
  readonly other?: true;
}

/** Hashes under way at once: the browser makes them in other threads. */
const AT_ONCE = 2000;

/**
 * What a record shows by itself: that its content has the hash that it carries, that the seed comes of its origin, that as
 * many units are there as were planned, and that each has the ticket which the seed and its id give, in the right order, and that it says nothing
 * of itself which is not so.
 * Nothing after the first that fails.
 */
export async function checkRecord(record: DrawRecord): Promise<Check[]> {
  const { sha256: own, ...rest } = record;
  const hash = await sha256(canonicalJson(rest));
  const checks: Check[] = [{ name: 'record', passed: hash === own, detail: hash }];
  if (hash !== own) return checks;
  const seed = await seedFault(record);
  checks.push({ name: 'seed', passed: seed === undefined, detail: seed ?? record.seed.origin.kind });
  if (seed !== undefined) return checks;
  const plan = planFault(record);
  const sizes = record.strata.map(({ selected }) => selected.length).join(' + ');
  checks.push({ name: 'plan', passed: plan === undefined, detail: plan ?? sizes });
  if (plan !== undefined) return checks;
  if (!canRepeat(record)) return [...checks, saysCheck(record)];
  for (const stratum of record.strata) {
    const bad = await wrongTicket(stratum);
    if (bad !== undefined) return [...checks, { name: 'tickets', passed: false, detail: bad }];
  }
  const listed = await listFault(record);
  checks.push({ name: 'tickets', passed: listed === undefined, detail: listed ?? record.selectedSha256 });
  return listed === undefined ? [...checks, saysCheck(record)] : checks;
}

function saysCheck(record: DrawRecord): Check {
  const says = saysFault(record);
  return { name: 'says', passed: says === undefined, detail: says ?? record.seed.origin.trust };
}

/** What there is other than planned: strata, their number of units, their order, their seed, a unit twice. */
function planFault(record: DrawRecord): string | undefined {
  const { plan, strata, frame } = record;
  if (plan.strata.length === 0 || plan.strata.length !== strata.length) return 'strata';
  if (plan.strata.every(({ size }) => size === 0)) return 'plan.strata';
  if (new Set(strata.map(({ name }) => name)).size !== strata.length) return 'strata';
  const isWhole = strata[0]?.name === null;
  if (isWhole ? strata.length > 1 : frame.columns.stratum === undefined || frame.strata === undefined)
    return 'frame.strata';
  for (const [at, { name, size, replacements }] of plan.strata.entries()) {
    const drawn = strata[at];
    if (drawn === undefined || drawn.name !== name) return `strata.${at}.name`;
    if (drawn.selected.length !== size) return `strata.${at}.selected`;
    if (drawn.replacements.length !== replacements) return `strata.${at}.replacements`;
    if (drawn.seed !== seedOfStratum(record, name)) return `strata.${at}.seed`;
    const units = [...drawn.selected, ...drawn.replacements];
    if (units.some(({ order }, place) => order !== place + 1)) return `strata.${at}.order`;
    if (new Set(units.map(({ id }) => id)).size !== units.length) return `strata.${at}.id`;
    const inFrame = name === null ? frame.size : frame.strata?.find((each) => each.name === name)?.size;
    if (drawn.frameSize !== (inFrame ?? 0)) return `strata.${at}.frameSize`;
  }
  const all = (frame.strata ?? []).reduce((sum, { size }) => sum + size, 0);
  return frame.strata !== undefined && all !== frame.size ? 'frame.size' : undefined;
}

async function wrongTicket({ seed, selected, replacements }: DrawnStratum): Promise<string | undefined> {
  const units = [...selected, ...replacements];
  const tickets = await ticketsOf(
    seed,
    units.map(({ id }) => id),
  );
  const sorted = tickets.toSorted(byTicket);
  const bad =
    units.find(({ ticket }, at) => ticket !== tickets[at]?.ticket) ??
    units.find(({ id }, at) => id !== sorted[at]?.id);
  return bad?.id;
}

/** The hash of a list that is not the list's. */
async function listFault({ strata, selectedSha256 }: DrawRecord): Promise<string | undefined> {
  const ids = (units: DrawnStratum['selected']) => lines(units.map(({ id }) => id));
  for (const [at, stratum] of strata.entries())
    if ((await sha256(ids(stratum.selected))) !== stratum.selectedSha256)
      return `strata.${at}.selectedSha256`;
  const all = await sha256(strata.map(({ selected }) => ids(selected)).join(''));
  return all === selectedSha256 ? undefined : 'selectedSha256';
}

/**
 * Repeats the draw of a record from the registry: the same registry with the same strata, all of them planned, the same
 * units in the same order, and no other.
 */
export async function repeatDraw(record: DrawRecord, frame: readonly FrameUnit[]): Promise<Check[]> {
  const checks = await checkRecord(record);
  if (checks.some(({ passed }) => !passed)) return checks;
  const whole = await hashOf(frame);
  if (whole !== record.frame.sha256)
    return [...checks, { name: 'frame', passed: false, detail: whole, other: true }];
  // The very units, of which the record says another number: the record is wrong.
  const part = frame.length === record.frame.size ? await partFault(record, frame) : 'frame.size';
  checks.push({ name: 'frame', passed: part === undefined, detail: part ?? whole });
  if (part !== undefined) return checks;
  for (const { name, seed, selected, replacements } of record.strata) {
    const units = name === null ? frame : frame.filter(({ stratum }) => stratum === name);
    const tickets = await ticketsOf(
      seed,
      units.map(({ id }) => id),
    );
    const first = tickets.toSorted(byTicket).slice(0, selected.length + replacements.length);
    const recorded = [...selected, ...replacements];
    const at = recorded.findIndex(({ id }, place) => id !== first[place]?.id);
    if (at !== -1 || first.length !== recorded.length) {
      const detail = `${name ?? ''} ${at + 1}: ${recorded[at]?.id ?? '-'} / ${first[at]?.id ?? '-'}`.trim();
      return [...checks, { name: 'draw', passed: false, detail }];
    }
  }
  return [...checks, { name: 'draw', passed: true, detail: record.selectedSha256 }];
}

const hashOf = (units: readonly FrameUnit[]): Promise<string> =>
  sha256(lines(units.map(({ id }) => id).toSorted(compareUtf8)));

/** The stratum that has other units than the record says. */
async function partFault(record: DrawRecord, frame: readonly FrameUnit[]): Promise<string | undefined> {
  if (record.frame.strata === undefined) return undefined;
  const byName = new Map<string, FrameUnit[]>();
  for (const unit of frame) {
    const { stratum = '' } = unit;
    const units = byName.get(stratum);
    if (units === undefined) byName.set(stratum, [unit]);
    else units.push(unit);
  }
  const recorded = new Map(record.frame.strata.map((each) => [each.name, each.sha256]));
  for (const name of new Set([...byName.keys(), ...recorded.keys()])) {
    if ((await hashOf(byName.get(name) ?? [])) !== recorded.get(name)) return name;
  }
  if (record.strata[0]?.name === null) return undefined;
  return [...byName.keys()].find((name) => !record.strata.some((each) => each.name === name));
}

interface Ticket {
  readonly id: string;
  readonly ticket: string;
}

/** The ticket of `sha256-ticket-v1`: SHA-256 of the UTF-8 bytes of seed, colon, id. */
async function ticketsOf(seed: string, ids: readonly string[]): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    tickets.push(
      ...(await Promise.all(some.map(async (id) => ({ id, ticket: await sha256(`${seed}:${id}`) })))),
    );
  }
  return tickets;
}

function byTicket(a: Ticket, b: Ticket): number {
  if (a.ticket !== b.ticket) return a.ticket < b.ticket ? -1 : 1;
  return compareUtf8(a.id, b.id);
}
