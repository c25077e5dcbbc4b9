/** As PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** On the page, in points. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const SAME: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function times(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function pointAt([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Around the corners of a box of before. */
export function boxAt(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Box {
  const corners = [
    pointAt(matrix, x0, y0),
    pointAt(matrix, x1, y0),
    pointAt(matrix, x0, y1),
    pointAt(matrix, x1, y1),
  ];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    bottom: Math.min(...ys),
    right: Math.max(...xs),
    top: Math.max(...ys),
  };
}

export function overlap(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
}

/** @param slack points outside of the box that count as in it */
export function isIn({ x, y }: Point, { left, bottom, right, top }: Box, slack = 0): boolean {
  return x >= left - slack && x <= right + slack && y >= bottom - slack && y <= top + slack;
}
