import type { PpsDraw, SizedUnit } from './pps-draw.js';

/** Units of a frame that a draw by size gives hardly any chance. */
export interface HardlyDrawn {
  readonly units: number;
  /** Units of the frame, and those that are drawn. */
  readonly of: number;
  readonly drawn: number;
  /** How many of them a draw takes on average, in digits. */
  readonly expected: string;
}

/** Less than this part of an equal chance is hardly any. */
const HARDLY = 0.1;
/** Fewer of them than this part of the frame change little. */
const MATERIAL = 0.05;

/**
 * Units whose chance is less than a tenth of that of a draw of equal chances, where they are more than a twentieth of the
 * frame: sizes that are invented choose the others, whatever the seed. Undefined where there are fewer.
 */
export function hardlyDrawn(
  units: readonly SizedUnit[],
  { selected, interval }: Pick<PpsDraw, 'selected' | 'interval'>,
): HardlyDrawn | undefined {
  const certain = new Set(selected.flatMap(({ position, certain: is }) => (is ? [position] : [])));
  const equal = selected.length / units.length;
  const chances = units.map(({ size }, at) => (certain.has(at + 1) || interval === 0 ? 1 : size / interval));
  const small = chances.filter((chance) => chance < HARDLY * equal);
  if (small.length <= MATERIAL * units.length) return undefined;
  const expected = small.reduce((sum, chance) => sum + chance, 0);
  return {
    units: small.length,
    of: units.length,
    drawn: selected.length,
    expected: String(Number(expected.toPrecision(2))),
  };
}
