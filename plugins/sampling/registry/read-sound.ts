import type { FrameColumns } from './frame-columns.js';
import { describeFault } from './frame-faults.js';
import type { FrameSketch } from './frame-sketch.js';
import { IdShapes } from './id-shapes.js';
import { type Frame, readFrame } from './read-frame.js';
import type { OpenRegistry } from './registry-table.js';
import { twinIds } from './twin-ids.js';

/** What a registry is read by. */
interface SoundReading {
  readonly columns: FrameColumns;
  /** Whether nobody named the column of the strata. */
  readonly stratumIsGuessed: boolean;
  /** Takes every id. */
  readonly sketch?: FrameSketch;
  readonly signal?: AbortSignal;
}

/**
 * Reads a frame, and again where the first reading asks for it: without a column that only seemed to name the strata, and
 * for ids that can be read as one.
 *
 * @param table the registry, open at its beginning
 * @param open opens it once more
 */
export async function readSound(
  table: OpenRegistry,
  open: () => Promise<OpenRegistry>,
  { columns, stratumIsGuessed, sketch, signal }: SoundReading,
): Promise<{ readonly used: FrameColumns; readonly frame: Frame }> {
  let shapes = new IdShapes();
  const read = (from: OpenRegistry, used: FrameColumns) =>
    readFrame(from, used, {
      onShapes: (all) => {
        shapes = all;
      },
      ...(sketch && { onPlaced: sketch.add }),
      ...(signal && { signal }),
    });
  let used = columns;
  let frame = await read(table, used);
  const gaps = frame.faults.find(({ kind }) => kind === 'empty_stratum' || kind === 'stratum_character');
  if (stratumIsGuessed && gaps !== undefined) {
    const { stratum, ...others } = columns;
    const said = `the column "${stratum}" could name strata, but is not used: ${describeFault(gaps)}. Fill these in, or name the column to draw by it`;
    used = others;
    frame = await read(await open(), used);
    frame = { ...frame, warnings: [...frame.warnings, said] };
  }
  if (frame.faults.length > 0 || !shapes.mayHoldTwins()) return { used, frame };
  const { faults, warnings, mistyped } = await twinIds(open, used, signal);
  const found = { ...frame, faults, warnings: [...frame.warnings, ...warnings] };
  return { used, frame: mistyped === undefined ? found : { ...found, mistyped } };
}
