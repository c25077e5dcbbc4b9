import { sha256Hex } from 'oracle-runtime/kit';
import { type Alike, asMeant, asMistyped, asMistypedNumber, differenceOf, hasNote } from './alike-ids.js';
import type { FrameColumns } from './frame-columns.js';
import { FaultList, type FrameFault, type TwinFault } from './frame-faults.js';
import { MAX_ID_BYTES } from './id-rule.js';
import { readFrame } from './read-frame.js';
import type { OpenRegistry } from './registry-table.js';
import { IdSorter } from './sorter/id-sorter.js';

/** Groups of alike ids that are looked at, and ids of one group. */
const MOST_GROUPS = 10_000;
const MOST_OF_ONE = 20;
/** Ids that a warning shows. */
const MOST_SHOWN = 5;
/** Characters of an id that a fault shows. */
const SHOWN = 25;

const FAULTS = {
  capitals: 'case_twin',
  looks: 'look_alike',
  spelling: 'spelled_twin',
  note: 'noted_twin',
} as const satisfies Record<Exclude<Alike, 'mistyped'>, TwinFault>;

/** What was found of ids that can be read as one. */
interface Twins {
  readonly faults: FrameFault[];
  /** Of ids that may be two: `HH-O1` and `HH-01`. */
  readonly warnings: string[];
  readonly mistyped?: MistypedIds;
}

/** Ids that differ from another only in what looks like it. */
export interface MistypedIds {
  readonly ids: number;
  /** The first one, with the one that it is like. */
  readonly example: string;
}

/** Ids that mean the same by where they stand. */
interface Group {
  readonly lines: number[];
  /** Whether any has no note in brackets: without one, the notes tell its ids apart. */
  plain: boolean;
}

/**
 * Ids that are not the same and can be read as one, such as `HH-1` and `hh-1`, `HH‑1` with another dash, `НН-1` in Cyrillic
 * letters, `HH 01`: nearly always one household entered twice, which would have twice the chance. Reads the registry once
 * more, and again where there are any; memory does not grow with it.
 *
 * @param open opens it from its beginning
 */
export async function twinIds(
  open: () => Promise<OpenRegistry>,
  columns: Pick<FrameColumns, 'id'>,
  signal: AbortSignal | undefined,
): Promise<Twins> {
  const reader = signal && { signal };
  const meant = new IdSorter();
  const groups: Group[] = [];
  try {
    await readFrame(await open(), columns, {
      onUnit: ({ id, line }) => {
        const tag = hasNote(id) ? 1 : 0;
        const key = asMistyped(asMeant(id));
        meant.add(short(key), line, tag);
        const number = asMistypedNumber(id);
        if (number !== undefined && number !== key) meant.add(short(number), line, tag);
      },
      ...reader,
    });
    let group: Group = { lines: [], plain: false };
    const end = () => {
      if (group.lines.length > 1 && group.plain && groups.length < MOST_GROUPS) groups.push(group);
    };
    await meant.forEach((_bytes, _start, _end, line, tag, repeated) => {
      if (!repeated) {
        end();
        group = { lines: [], plain: false };
      }
      if (group.lines.length < MOST_OF_ONE) group.lines.push(line);
      group.plain ||= tag === 0;
    });
    end();
  } finally {
    meant.dispose();
  }
  return groups.length === 0 ? { faults: [], warnings: [] } : named(await open(), columns, groups, reader);
}

/** What each group holds: its first id without a note, and how the others differ. */
async function named(
  table: OpenRegistry,
  columns: Pick<FrameColumns, 'id'>,
  groups: readonly Group[],
  reader: { readonly signal: AbortSignal } | undefined,
): Promise<Twins> {
  // An id may be in two: as what it means, and as what it does with a letter for a digit.
  const groupsOf = new Map<number, Group[]>();
  for (const group of groups)
    for (const line of group.lines) groupsOf.set(line, [...(groupsOf.get(line) ?? []), group]);
  const members = new Map(
    groups.map((group) => [group, [] as { readonly id: string; readonly line: number }[]]),
  );
  await readFrame(table, columns, {
    onUnit: ({ id, line }) => {
      for (const group of groupsOf.get(line) ?? []) members.get(group)?.push({ id, line });
    },
    ...reader,
  });
  const faults = new FaultList();
  const mistyped: { readonly line: number; readonly words: string }[] = [];
  for (const alike of members.values())
    for (const [at, { id, line }] of alike.entries()) {
      // The first that means the same, else one that it may be with another letter.
      const others = alike.filter((other, place) => !hasNote(other.id) && (place < at || hasNote(id)));
      const twin = others.find((other) => asMeant(other.id) === asMeant(id)) ?? others[0];
      const difference = twin && differenceOf(twin.id, id);
      if (twin === undefined || difference === undefined) continue;
      const words = `${shown(id)}, like ${shown(twin.id)} of line ${twin.line}`;
      if (difference === 'mistyped') mistyped.push({ line, words });
      else faults.add(FAULTS[difference], line, words);
    }
  const [first] = mistyped;
  if (first === undefined) return { faults: faults.list(), warnings: [] };
  const count = mistyped.length;
  const places = mistyped.slice(0, MOST_SHOWN).map(({ line, words }) => `${line}: ${words}`);
  return {
    faults: faults.list(),
    mistyped: { ids: count, example: first.words },
    warnings: [
      `${count} ${count === 1 ? 'id differs' : 'ids differ'} from another only in letters that look like digits or like each other (line ${places.join('; ')}${count > MOST_SHOWN ? '; …' : ''}): is it one unit entered twice?`,
    ],
  };
}

function shown(id: string): string {
  return id.length <= SHOWN ? id : `${id.slice(0, SHOWN)}…`;
}

/** One sign may stand for several letters, so that what an id means is longer than an id may be. */
function short(text: string): string {
  if (Buffer.byteLength(text, 'utf8') <= MAX_ID_BYTES) return text;
  return sha256Hex(text);
}
