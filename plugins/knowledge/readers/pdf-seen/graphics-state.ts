import { type Box, type Matrix, SAME, times } from './geometry.js';

/** Red, green, blue, 0..255; undefined for a pattern or a shading. */
export type Colour = readonly [number, number, number] | undefined;

/** What a page is drawn with at a moment, as far as it decides what can be seen. */
export interface GraphicsState {
  matrix: Matrix;
  /** Nothing is drawn outside of it. */
  clip: Box;
  fill: Colour;
  stroke: Colour;
  fillAlpha: number;
  strokeAlpha: number;
  /** What is painted changes what is behind it, and does not cover it. */
  isBlended: boolean;
  lineWidth: number;
  font: string;
  fontSize: number;
  renderingMode: number;
  charSpacing: number;
  wordSpacing: number;
  /** 1 is as wide as the font has it. */
  stretch: number;
  leading: number;
  rise: number;
}

const BLACK: Colour = [0, 0, 0];

export function firstState(page: Box): GraphicsState {
  return {
    matrix: SAME,
    clip: page,
    fill: BLACK,
    stroke: BLACK,
    fillAlpha: 1,
    strokeAlpha: 1,
    isBlended: false,
    lineWidth: 1,
    font: '',
    fontSize: 0,
    renderingMode: 0,
    charSpacing: 0,
    wordSpacing: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
  };
}

/** Where the next letter goes: the matrix of the line and of the letter. */
export class TextPlace {
  #line: Matrix = SAME;
  #letter: Matrix = SAME;

  get letter(): Matrix {
    return this.#letter;
  }

  set(matrix: Matrix): void {
    this.#line = matrix;
    this.#letter = matrix;
  }

  moveLine(x: number, y: number): void {
    this.set(times(this.#line, [1, 0, 0, 1, x, y]));
  }

  advance(x: number): void {
    this.#letter = times(this.#letter, [1, 0, 0, 1, x, 0]);
  }
}

/** A colour as pdf.js gives it: `#rrggbb`, or three numbers. */
export function colourOf(args: readonly unknown[]): Colour {
  const [first] = args;
  const hex = typeof first === 'string' ? /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(first) : null;
  const [, red, green, blue] = hex ?? [];
  if (red !== undefined && green !== undefined && blue !== undefined)
    return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
  return undefined;
}

/** So near that nobody tells one from the other. */
export function areAlike(one: Colour, other: Colour): boolean {
  if (one === undefined || other === undefined) return false;
  return one.every((part, at) => Math.abs(part - (other[at] ?? 0)) < 16);
}
