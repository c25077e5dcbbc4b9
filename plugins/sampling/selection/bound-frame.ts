import type { FrameColumns } from '../registry/frame-columns.js';
import { ListHash } from '../registry/list-hash.js';
import { openRegistry } from '../registry/open-registry.js';
import { type Frame, type FrameReader, type FrameStratum, readFrame } from '../registry/read-frame.js';
import type { RegistrySource } from '../registry/registry-source.js';
import type { OpenRegistry, ReadOptions } from '../registry/registry-table.js';
import { adopterOf } from '../registry/unit-tag.js';
import { isStratified, type SelectionPlan } from './plan.js';
import { parseSeed, type Seed } from './seed.js';
import type { Algorithm } from './selection-record.js';
import { createDraws, type StratumDraws } from './stratum-draws.js';

/** What a draw uses of a registry beside its ids: whoever could change it later could choose the units by it. */
export interface BoundFrame {
  /** By name, with the hash of its ids; null where the draw has no strata. */
  readonly strata: readonly FrameStratum[] | null;
  /** Ids of the adopters and of the others, sorted bytewise, each ended by a line break; null without a column for them. */
  readonly adopters: { readonly yes: string; readonly no: string } | null;
  /** Lines of id, tab, size (as ECMAScript prints it), sorted by id; null where the draw is not by size. */
  readonly sizes: string | null;
}

interface FrameTerms {
  readonly algorithm: Algorithm;
  readonly plan: SelectionPlan;
  readonly columns: FrameColumns;
  readonly read?: ReadOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Takes every id of the frame. */
  readonly onId?: ((bytes: Uint8Array, start: number, end: number) => void) | undefined;
}

interface DrawnFrame {
  readonly table: OpenRegistry;
  /** The columns that the draw uses. */
  readonly used: FrameColumns;
  readonly frame: Frame;
  readonly bound: BoundFrame;
  readonly draws: StratumDraws;
}

/** Reads a registry once, for a draw by this seed, with the hashes of all that the draw uses. @throws OracleError as `readFrame` */
export async function readForDraw(
  source: RegistrySource,
  terms: FrameTerms,
  seed: Seed,
): Promise<DrawnFrame> {
  const { algorithm, plan, columns, read, signal, onId } = terms;
  const properties = Object.values(columns).filter((name) => name !== undefined);
  const table = await openRegistry(source, { ...read, properties });
  const draws = createDraws(algorithm, plan, seed);
  // Without strata in the plan the frame is one whole, whatever columns there are.
  const { stratum, ...others } = columns;
  const used: FrameColumns = isStratified(plan) && stratum !== undefined ? { ...others, stratum } : others;
  const yes = new ListHash();
  const no = new ListHash();
  const onAdopter: FrameReader['onPlaced'] =
    used.adopter === undefined
      ? undefined
      : (bytes, start, end, tag) => {
          const adopter = adopterOf(tag);
          if (adopter !== undefined) (adopter ? yes : no).add(bytes, start, end);
        };
  const onPlaced = all([onId, onAdopter, draws.reader.onPlaced]);
  const frame = await readFrame(table, used, {
    ...draws.reader,
    ...(onPlaced && { onPlaced }),
    ...(signal && { signal }),
  });
  const bound: BoundFrame = {
    strata: frame.strata === undefined ? null : byName(frame.strata),
    adopters: used.adopter === undefined ? null : { yes: yes.digest(), no: no.digest() },
    sizes: draws.sizesSha256?.() ?? null,
  };
  return { table, used, frame, bound, draws };
}

/** What a draw to come would use of a registry. @throws OracleError as `readFrame` */
export async function bindFrame(
  source: RegistrySource,
  terms: FrameTerms,
): Promise<{ readonly frameSha256: string; readonly bound: BoundFrame }> {
  const { frame, bound } = await readForDraw(source, terms, parseSeed('0').text);
  return { frameSha256: frame.sha256, bound };
}

/** Strata in the order of their names. */
export function byName(strata: readonly FrameStratum[]): FrameStratum[] {
  return [...strata].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function all(readers: readonly FrameReader['onPlaced'][]): NonNullable<FrameReader['onPlaced']> | undefined {
  const [first, ...others] = readers.filter((reader) => reader !== undefined);
  if (first === undefined || others.length === 0) return first;
  const [second, third] = others;
  return (...placed) => {
    first(...placed);
    second?.(...placed);
    third?.(...placed);
  };
}
