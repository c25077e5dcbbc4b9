import { type Box, boxAt, isIn, overlap, type Point } from './geometry.js';
import { areAlike, type Colour, type GraphicsState } from './graphics-state.js';

const WHITE: Colour = [255, 255, 255];
/** Path operators as pdf.js gives them. */
const MOVE = 0;
const LINE = 1;
const CLOSE = 4;
/** Points of a line that may be what text stands on. */
const BROAD = 4;

/** A side of an area on which no letter stands. */
const THIN = 2;
/** Areas beyond which a page is a drawing, and nobody can tell in little time what its text stands on. */
const MOST_AREAS = 5_000;

/** What a page has painted beside its text so far. */
export class Painted {
  /** In the order of painting; `colour` is undefined where it is a picture or nobody can tell its outline. */
  readonly #areas: { readonly box: Box; readonly colour: Colour }[] = [];

  get count(): number {
    return this.#areas.length;
  }

  /** A picture, or anything of many colours. */
  addPicture(box: Box): void {
    this.#add(box, undefined);
  }

  /** @param path its operators and points; @param bounds of it, before the matrix */
  addFill(path: Path, { matrix, clip, fill, fillAlpha, isBlended }: GraphicsState): void {
    const isUpright = matrix[1] === 0 && matrix[2] === 0;
    const isPlain = fillAlpha === 1 && !isBlended && isUpright && isRectangle(path.steps);
    this.#add(overlap(boxAt(matrix, ...path.bounds), clip), isPlain ? fill : undefined);
  }

  addStroke(path: Path, { matrix, clip, lineWidth }: GraphicsState): void {
    const half = lineWidth / 2;
    if (lineWidth * Math.hypot(matrix[2], matrix[3]) < BROAD) return;
    const [x0, y0, x1, y1] = path.bounds;
    const box = boxAt(matrix, x0 - half, y0 - half, x1 + half, y1 + half);
    this.#add(overlap(box, clip), undefined);
  }

  /** Whether something of this colour cannot be told there from what is behind it. */
  hides(colour: Colour, point: Point): boolean {
    if (this.count >= MOST_AREAS) return false;
    const area = this.#areas.findLast(({ box }) => isIn(point, box));
    return areAlike(colour, area === undefined ? WHITE : area.colour);
  }

  /** Whether what was painted since there were so many areas covers a point, as a bar over what is to be read by nobody. */
  covers(point: Point, since: number): boolean {
    if (this.count >= MOST_AREAS) return false;
    return this.#areas.slice(since).some(({ box, colour }) => colour !== undefined && isIn(point, box));
  }

  #add(box: Box, colour: Colour): void {
    const isBroad = box.right - box.left >= THIN && box.top - box.bottom >= THIN;
    if (isBroad && this.count < MOST_AREAS) this.#areas.push({ box, colour });
  }
}

export interface Path {
  readonly steps: readonly number[];
  readonly bounds: readonly [number, number, number, number];
}

/** Whether a path goes along four sides of a rectangle and does nothing else. */
function isRectangle(steps: readonly number[]): boolean {
  const points: [number, number][] = [];
  for (let at = 0; at < steps.length; at += 3) {
    const [step, x = 0, y = 0] = steps.slice(at, at + 3);
    if (step === CLOSE && at >= steps.length - 1) break;
    if (step !== (at === 0 ? MOVE : LINE)) return false;
    points.push([x, y]);
  }
  const [first, , third] = points;
  if (first === undefined || third === undefined || points.length < 4 || points.length > 5) return false;
  const last = points[4] ?? first;
  if (last[0] !== first[0] || last[1] !== first[1]) return false;
  return [...points.slice(1, 4), first].every(([x, y], at) => {
    const [beforeX, beforeY] = points[at] ?? first;
    return x === beforeX ? y !== beforeY : y === beforeY;
  });
}
