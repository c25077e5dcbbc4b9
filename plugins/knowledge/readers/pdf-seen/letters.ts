import { type Box, boxAt, isIn, type Matrix, overlap, type Point, pointAt, times } from './geometry.js';
import { colourOf, firstState, type GraphicsState, TextPlace } from './graphics-state.js';
import { Painted, type Path } from './painted.js';

/**
 * Why nobody sees a letter: it is drawn without ink (as the text that a scanner has read stands over its picture), in the
 * colour of what is behind it, or otherwise: clear, covered, outside of what is shown, too small, in a layer that is off.
 */
export type Unseen = 'without ink' | 'colour' | 'other';

/** A letter as the page draws it, in the order of drawing. */
export interface Letter {
  /** One or several characters. */
  readonly text: string;
  readonly unseen: Unseen | undefined;
  /** Where it stands on the page. */
  readonly middle: Point;
}

/** What pdf.js makes of a page: operators by number, and what they are given. */
export interface DrawnPage {
  readonly operators: readonly number[];
  readonly given: readonly unknown[];
  readonly page: Box;
  /** Whether a layer is shown, by what a piece of the page says of it. */
  readonly isShown: (layer: unknown) => boolean;
  /** Whether a font writes from left to right in the size that it is said to have; others draw each letter, or write down the page. */
  readonly isPlain: (font: string) => boolean;
}

/** The numbers of operators by name. */
export type OperatorNames = Readonly<Record<string, number>>;

/** Points below which no letter can be read. */
const SMALLEST = 1;
/** Of opacity. */
const FAINTEST = 0.05;
/** Of the width that a letter has. */
const NARROWEST = 0.05;

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

/** Letters without those that are crossed out. @param struck boxes on the page */
export function withoutStruck(letters: readonly Letter[], struck: readonly Box[]): readonly Letter[] {
  if (struck.length === 0) return letters;
  return letters.map((letter) =>
    struck.some((box) => isIn(letter.middle, box)) ? { ...letter, unseen: 'other' } : letter,
  );
}

/** The letters of a page, and whether each can be seen. */
export function lettersOf(drawn: DrawnPage, names: OperatorNames): readonly Letter[] {
  return new Drawing(drawn, names).letters();
}

class Drawing {
  readonly #drawn: DrawnPage;
  readonly #named: ReadonlyMap<number, string>;
  readonly #painted = new Painted();
  readonly #place = new TextPlace();
  readonly #letters: (Letter & { readonly since: number })[] = [];
  readonly #kept: GraphicsState[] = [];
  /** For each piece that is marked, whether it is shown. */
  readonly #layers: boolean[] = [];
  #state: GraphicsState;
  #clipsNext = false;

  constructor(drawn: DrawnPage, names: OperatorNames) {
    this.#drawn = drawn;
    this.#named = new Map(Object.entries(names).map(([name, number]) => [number, name]));
    this.#state = firstState(drawn.page);
  }

  letters(): readonly Letter[] {
    for (const [at, operator] of this.#drawn.operators.entries()) {
      const given = this.#drawn.given[at];
      this.#draw(this.#named.get(operator) ?? '', isList(given) ? given : []);
    }
    return this.#letters.map(({ text, unseen, middle, since }) => ({
      text,
      middle,
      unseen: unseen ?? (this.#painted.covers(middle, since) ? 'other' : undefined),
    }));
  }

  #draw(operator: string, given: readonly unknown[]): void {
    const state = this.#state;
    const [first, second] = given;
    switch (operator) {
      case 'save':
        this.#kept.push({ ...state });
        return;
      case 'restore':
      case 'paintFormXObjectEnd':
        this.#state = this.#kept.pop() ?? state;
        return;
      case 'transform':
        state.matrix = times(state.matrix, matrixOf(given));
        return;
      case 'paintFormXObjectBegin':
        this.#kept.push({ ...state });
        if (isList(first)) state.matrix = times(state.matrix, matrixOf(first));
        if (isList(second)) state.clip = overlap(boxAt(state.matrix, ...boundsOf(second)), state.clip);
        return;
      case 'setGState':
        for (const entry of isList(first) ? first : []) this.#set(entry);
        return;
      case 'setFillRGBColor':
        state.fill = colourOf(given);
        return;
      case 'setStrokeRGBColor':
        state.stroke = colourOf(given);
        return;
      case 'setFillColorN':
      case 'setFillTransparent':
        state.fill = undefined;
        return;
      case 'setStrokeColorN':
      case 'setStrokeTransparent':
        state.stroke = undefined;
        return;
      case 'setLineWidth':
        state.lineWidth = Number(first);
        return;
      case 'clip':
      case 'eoClip':
        this.#clipsNext = true;
        return;
      case 'constructPath':
        this.#path(Number(first), given);
        return;
      case 'shadingFill':
        this.#painted.addPicture(state.clip);
        return;
      case 'beginMarkedContent':
      case 'beginMarkedContentProps':
        this.#layers.push(first !== 'OC' || this.#drawn.isShown(second));
        return;
      case 'endMarkedContent':
        this.#layers.pop();
        return;
      default:
        // Of several at once nobody says here where they are.
        if (/^paint.*Image.*(?:Group|Repeat)$/.test(operator)) this.#painted.addPicture(state.clip);
        else if (/^paint.*Image/.test(operator))
          this.#painted.addPicture(overlap(boxAt(state.matrix, 0, 0, 1, 1), state.clip));
        else this.#write(operator, given);
    }
  }

  #set(entry: unknown): void {
    const [key, value] = isList(entry) ? entry : [];
    if (key === 'ca') this.#state.fillAlpha = Number(value);
    if (key === 'CA') this.#state.strokeAlpha = Number(value);
    if (key === 'BM') this.#state.isBlended = value !== 'Normal' && value !== 'source-over';
    if (key === 'LW') this.#state.lineWidth = Number(value);
    if (key === 'Font' && isList(value)) this.#write('setFont', value);
  }

  #path(how: number, [, data, bounds]: readonly unknown[]): void {
    const state = this.#state;
    const name = this.#named.get(how) ?? '';
    const path: Path = { steps: numbersOf(isList(data) ? data[0] : data), bounds: boundsOf(bounds) };
    if (this.#clipsNext) state.clip = overlap(boxAt(state.matrix, ...path.bounds), state.clip);
    this.#clipsNext = false;
    if (/fill/i.test(name)) this.#painted.addFill(path, state);
    if (/stroke/i.test(name)) this.#painted.addStroke(path, state);
  }

  #write(operator: string, given: readonly unknown[]): void {
    const state = this.#state;
    const [first, second] = given;
    switch (operator) {
      case 'beginText':
        this.#place.set([1, 0, 0, 1, 0, 0]);
        return;
      case 'setFont':
        state.font = String(first);
        state.fontSize = Number(second);
        return;
      case 'setTextRenderingMode':
        state.renderingMode = Number(first);
        return;
      case 'setCharSpacing':
        state.charSpacing = Number(first);
        return;
      case 'setWordSpacing':
        state.wordSpacing = Number(first);
        return;
      case 'setHScale':
        state.stretch = Number(first) / 100;
        return;
      case 'setLeading':
        state.leading = Number(first);
        return;
      case 'setTextRise':
        state.rise = Number(first);
        return;
      case 'setTextMatrix':
        this.#place.set(
          matrixOf(first === undefined || typeof first === 'number' ? given : numbersOf(first)),
        );
        return;
      case 'setLeadingMoveText':
        state.leading = -Number(second);
        this.#place.moveLine(Number(first), Number(second));
        return;
      case 'moveText':
        this.#place.moveLine(Number(first), Number(second));
        return;
      case 'nextLine':
        this.#place.moveLine(0, -state.leading);
        return;
      case 'showText':
        for (const piece of isList(first) ? first : []) this.#show(piece);
    }
  }

  #show(piece: unknown): void {
    const { fontSize, charSpacing, wordSpacing, stretch, rise } = this.#state;
    if (typeof piece === 'number') {
      this.#place.advance((-piece / 1000) * fontSize * stretch);
      return;
    }
    if (typeof piece !== 'object' || piece === null) return;
    const { unicode, width, isSpace } = piece as Glyph;
    const matrix = times(this.#state.matrix, this.#place.letter);
    const wide = (width / 1000) * fontSize * stretch;
    const middle = pointAt(matrix, wide / 2, rise + 0.3 * fontSize);
    const unseen = this.#whyUnseen(matrix, middle);
    this.#letters.push({ text: unicode, unseen, middle, since: this.#painted.count });
    this.#place.advance(wide + (charSpacing + (isSpace ? wordSpacing : 0)) * stretch);
  }

  #whyUnseen([a, b, c, d]: Matrix, middle: Point): Unseen | undefined {
    const { renderingMode, fontSize, stretch, font, clip, fill, stroke, fillAlpha, strokeAlpha } =
      this.#state;
    const height = Math.abs(fontSize) * Math.hypot(c, d);
    if (this.#layers.includes(false)) return 'other';
    const isPlain = this.#drawn.isPlain(font);
    if (isPlain) {
      if (height < SMALLEST) return 'other';
      if (Math.abs(fontSize * stretch) * Math.hypot(a, b) < NARROWEST * height) return 'other';
      if (!isIn(middle, clip, height)) return 'other';
    }
    const way = renderingMode % 4;
    if (way === 3) return 'without ink';
    const inks = [
      ...(way === 0 || way === 2 ? [{ colour: fill, alpha: fillAlpha }] : []),
      ...(way === 1 || way === 2 ? [{ colour: stroke, alpha: strokeAlpha }] : []),
    ];
    const strong = inks.filter(({ alpha }) => alpha >= FAINTEST);
    if (strong.length === 0) return 'other';
    const isHidden = isPlain && strong.every(({ colour }) => this.#painted.hides(colour, middle));
    return isHidden ? 'colour' : undefined;
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The numbers of a list, typed or not. */
function numbersOf(value: unknown): readonly number[] {
  return ArrayBuffer.isView(value) || isList(value) ? Array.from(value as ArrayLike<number>, Number) : [];
}

function matrixOf(value: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(value);
  return [a, b, c, d, e, f];
}

function boundsOf(value: unknown): Path['bounds'] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(value);
  return [x0, y0, x1, y1];
}
