/** The record of a draw, as far as a stranger needs it to repeat the draw. */
export interface DrawRecord {
  readonly type: 'sampling-selection';
  readonly version: 1;
  readonly algorithm: string;
  readonly method: string;
  readonly designId: string;
  readonly drawnAt: string;
  readonly seed: {
    readonly text: string;
    readonly origin: { readonly kind: string; readonly trust: string };
  };
  readonly frame: {
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
    readonly columns: { readonly id: string; readonly stratum?: string };
    readonly strata?: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
  };
  readonly strata: readonly DrawnStratum[];
  readonly selectedSha256: string;
  readonly check?: {
    readonly lists?: readonly {
      readonly stratum: string | null;
      readonly command: string;
      readonly expect: string;
    }[];
  };
  readonly sha256: string;
}

interface DrawnStratum {
  readonly name: string | null;
  readonly frameSize: number;
  readonly seed: string;
  readonly selected: readonly DrawnUnit[];
  readonly replacements: readonly DrawnUnit[];
  readonly selectedSha256: string;
}

interface DrawnUnit {
  readonly order: number;
  readonly id: string;
  readonly ticket?: string;
}

/** A unit of the registry. */
export interface FrameUnit {
  readonly id: string;
  readonly stratum?: string;
}

export interface Check {
  readonly name: 'record' | 'tickets' | 'frame' | 'draw';
  readonly passed: boolean;
  /** What differs, or the hash that was found equal. */
  readonly detail: string;
}

const TICKETS = 'sha256-ticket-v1';
/** Hashes under way at once: the browser makes them in other threads. */
const AT_ONCE = 2000;

/** Untrusted JSON as a record. @returns undefined for anything else */
export function asRecord(value: unknown): DrawRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const record = value as Partial<DrawRecord>;
  const isRecord =
    record.type === 'sampling-selection' &&
    record.version === 1 &&
    typeof record.sha256 === 'string' &&
    typeof record.seed?.text === 'string' &&
    typeof record.frame?.columns?.id === 'string' &&
    Array.isArray(record.strata) &&
    record.strata.every(
      ({ selected, replacements }) => Array.isArray(selected) && Array.isArray(replacements),
    );
  return isRecord ? (record as DrawRecord) : undefined;
}

/** Whether this browser can repeat a draw by this method. */
export function canRepeat(record: DrawRecord): boolean {
  return record.algorithm === TICKETS;
}

/**
 * What a record shows by itself: that its content has the hash that it carries, and that each unit has the ticket which
 * the seed and its id give, in the right order.
 */
export async function checkRecord(record: DrawRecord): Promise<Check[]> {
  const { sha256: own, ...rest } = record;
  const hash = await sha256(canonicalJson(rest));
  const checks: Check[] = [{ name: 'record', passed: hash === own, detail: hash }];
  if (!canRepeat(record)) return checks;
  for (const stratum of record.strata) {
    const units = [...stratum.selected, ...stratum.replacements];
    const tickets = await ticketsOf(
      stratum.seed,
      units.map(({ id }) => id),
    );
    const wrong = units.find(({ ticket }, at) => ticket !== tickets[at]?.ticket);
    const sorted = tickets.toSorted(byTicket);
    const moved = units.find(({ id }, at) => id !== sorted[at]?.id);
    const bad = wrong ?? moved;
    if (bad !== undefined) return [...checks, { name: 'tickets', passed: false, detail: bad.id }];
  }
  return [...checks, { name: 'tickets', passed: true, detail: record.selectedSha256 }];
}

/** Repeats the draw of a record from the registry: the same units, in the same order, and no other. */
export async function repeatDraw(record: DrawRecord, frame: readonly FrameUnit[]): Promise<Check[]> {
  const checks = await checkRecord(record);
  if (checks.some(({ passed }) => !passed)) return checks;
  const ids = frame.map(({ id }) => id).toSorted(compareUtf8);
  const frameHash = await sha256(lines(ids));
  checks.push({ name: 'frame', passed: frameHash === record.frame.sha256, detail: frameHash });
  if (frameHash !== record.frame.sha256) return checks;
  const all: string[] = [];
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
    all.push(...selected.map(({ id }) => id));
  }
  const list = await sha256(lines(all));
  return [...checks, { name: 'draw', passed: list === record.selectedSha256, detail: list }];
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

/** By bytes in UTF-8, which is the order of code points. */
function compareUtf8(a: string, b: string): number {
  const [one, two] = [[...a], [...b]];
  for (let at = 0; at < Math.min(one.length, two.length); at += 1) {
    const difference = (one[at]?.codePointAt(0) ?? 0) - (two[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - two.length;
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** JSON in the canonical form of RFC 8785. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
