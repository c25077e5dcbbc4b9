/** As PDF writes one: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
/** Left, bottom, right, top. */
export type Box = readonly [x1: number, y1: number, x2: number, y2: number];

/** What an image is painted into. */
export const UNIT: Box = [0, 0, 1, 1];

/** Points by which boxes may miss each other through rounding. */
const ROOM = 1;
/** States in which what is painted looks as it is. */
const AS_IT_IS: Readonly<Record<string, readonly unknown[]>> = {
  ca: [1],
  SMask: [false, null],
  BM: ['source-over', 'normal', 'Normal'],
  OC: [false],
};

/** What stands when something is painted: where, within which clip, and how. */
export class PaintState {
  readonly matrix: Matrix;
  /** Upright, on the page; undefined where nothing clips. */
  readonly clip: Box | undefined;
  /** A clip is no rectangle. */
  readonly #isOdd: boolean;
  readonly #how: ReadonlyMap<string, unknown>;

  constructor(
    matrix: Matrix,
    clip: Box | undefined,
    isOdd: boolean,
    how: ReadonlyMap<string, unknown> = new Map(),
  ) {
    this.matrix = matrix;
    this.clip = clip;
    this.#isOdd = isOdd;
    this.#how = how;
  }

  moved([a, b, c, d, e, f]: Matrix): PaintState {
    const [A, B, C, D, E, F] = this.matrix;
    const matrix: Matrix = [
      A * a + C * b,
      B * a + D * b,
      A * c + C * d,
      B * c + D * d,
      A * e + C * f + E,
      B * e + D * f + F,
    ];
    return new PaintState(matrix, this.clip, this.#isOdd, this.#how);
  }

  clipped(box: Box, isRectangle: boolean): PaintState {
    const [x1, y1, x2, y2] = this.placed(box);
    const [l, b, r, t] = this.clip ?? [-Infinity, -Infinity, Infinity, Infinity];
    const clip: Box = [Math.max(x1, l), Math.max(y1, b), Math.min(x2, r), Math.min(y2, t)];
    return new PaintState(this.matrix, clip, this.#isOdd || !isRectangle, this.#how);
  }

  with(settings: readonly (readonly [string, unknown])[]): PaintState {
    return new PaintState(this.matrix, this.clip, this.#isOdd, new Map([...this.#how, ...settings]));
  }

  /** The upright box on the page around a box here. */
  placed([x1, y1, x2, y2]: Box): Box {
    const [a, b, c, d, e, f] = this.matrix;
    const corners = [
      [x1, y1],
      [x2, y1],
      [x1, y2],
      [x2, y2],
    ] as const;
    const xs = corners.map(([x, y]) => a * x + c * y + e);
    const ys = corners.map(([x, y]) => b * x + d * y + f);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  /** What makes that which is painted in a box look otherwise than it is. */
  changes(box: Box): string[] {
    const isCut = this.clip !== undefined && (this.#isOdd || !containing(this.clip, box));
    const states = Object.entries(AS_IT_IS).flatMap(([name, plain]) =>
      !this.#how.has(name) || plain.includes(this.#how.get(name)) ? [] : [`${name} is set`],
    );
    return [...(isCut ? ['clipped'] : []), ...states];
  }
}

export function atPlace(): PaintState {
  return new PaintState([1, 0, 0, 1, 0, 0], undefined, false);
}

export function containing([l, b, r, t]: Box, [x1, y1, x2, y2]: Box): boolean {
  return x1 >= l - ROOM && y1 >= b - ROOM && x2 <= r + ROOM && y2 <= t + ROOM;
}

/** Whether one lies over the other by more than rounding. */
export function overlap([l, b, r, t]: Box, [x1, y1, x2, y2]: Box): boolean {
  return x1 < r - ROOM && x2 > l + ROOM && y1 < t - ROOM && y2 > b + ROOM;
}
