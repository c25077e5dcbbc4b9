import { unreadable } from '../table.js';
import { assertCellFits, assertCollectable } from './cell-limits.js';
import { cellText } from './cell-text.js';
import { StringCollector } from './string-collector.js';
import { type CellContext, isTrue } from './workbook.js';
import { XmlReader, type XmlVisitor } from './xml-reader.js';

/** The most that Excel has. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Blank cells between two of a row: a few kilobytes of far cells must not become millions of cells. */
const MAX_GAP = 1_000;

/** Points of a row's height, and characters of a column's width, at which nobody reads what stands there. */
const UNSEEN_HEIGHT = 2;
const UNSEEN_WIDTH = 0.5;

export interface SheetRow {
  /** Its number in the sheet, from 1. */
  readonly line: number;
  /** Up to the last cell with text; `''` where none is. */
  readonly cells: readonly string[];
  /** Places of cells that are numbers. */
  readonly numbers: readonly number[];
  /** Places of cells that are dates. */
  readonly dates: readonly number[];
  /** Places of formulas that no program has computed: their text is `''`. */
  readonly uncomputed: readonly number[];
  /** Places of cells whose style shows nothing, such as white letters. */
  readonly unseen: readonly number[];
  /** Whether a filter or a person hid it. */
  readonly hidden: boolean;
}

/** Cuts the rows out of the XML of a sheet that comes in pieces. */
export class SheetRows implements XmlVisitor {
  readonly #context: CellContext;
  readonly #reader = new XmlReader(this);
  readonly #inline = new StringCollector();
  #rows: SheetRow[] = [];
  #line = 0;
  #hidden = false;
  /** Whether rows are hidden that say nothing of their height. */
  #hidesRows = false;
  /** Columns that are hidden, from 0: first and last of each span. */
  readonly hiddenColumns: (readonly [first: number, last: number])[] = [];
  /** Columns of which a rule of the sheet hides cells, in the same way; complete at the end of the sheet. */
  readonly ruledColumns: (readonly [first: number, last: number])[] = [];
  /** Cells to which the rules apply that are read. */
  #ruled = '';
  #cells: string[] = [];
  /** Characters of the row so far. */
  #size = 0;
  #numbers: number[] = [];
  #dates: number[] = [];
  #uncomputed: number[] = [];
  #unseen: number[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value: string | undefined;
  #inValue = false;
  #isFormula = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  /** Takes the next piece, gives the rows that end in it. */
  push(piece: string): SheetRow[] {
    this.#reader.push(piece);
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    this.#reader.end();
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'sheetFormatPr')
      this.#hidesRows =
        isTrue(attributes['zeroHeight']) || isAtMost(attributes['defaultRowHeight'], UNSEEN_HEIGHT);
    else if (name === 'col' && (isTrue(attributes['hidden']) || isAtMost(attributes['width'], UNSEEN_WIDTH)))
      this.hiddenColumns.push([Number(attributes['min']) - 1, Number(attributes['max']) - 1]);
    else if (name === 'conditionalFormatting') this.#ruled = attributes['sqref'] ?? '';
    else if (name === 'cfRule' && this.#context.unseenByRule.has(Number(attributes['dxfId'] ?? -1)))
      this.ruledColumns.push(...columnsIn(this.#ruled));
    else if (name === 'v') {
      this.#inValue = true;
      this.#value = '';
    } else if (name === 'f') this.#isFormula = true;
    else this.#inline.open(name);
  }

  text(characters: string): void {
    if (this.#inValue) {
      this.#value += characters;
      assertCollectable(this.#value ?? '');
    } else this.#inline.text(characters);
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row')
      this.#rows.push({
        line: this.#line,
        cells: this.#cells,
        numbers: this.#numbers,
        dates: this.#dates,
        uncomputed: this.#uncomputed,
        unseen: this.#unseen,
        hidden: this.#hidden,
      });
    else this.#inline.close(name);
  }

  /** Rows and cells may leave out where they stand; then they follow the ones before. */
  #openRow({ r: number, hidden, ht }: Readonly<Record<string, string>>): void {
    const line = number === undefined ? this.#line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.#line || line > MAX_ROWS)
      throw new Error(`row ${number} cannot stand after row ${this.#line}`);
    this.#line = line;
    const isShown = ht !== undefined || hidden !== undefined;
    this.#hidden = isShown ? isTrue(hidden) || isAtMost(ht, UNSEEN_HEIGHT) : this.#hidesRows;
    this.#cells = [];
    this.#size = 0;
    this.#numbers = [];
    this.#dates = [];
    this.#uncomputed = [];
    this.#unseen = [];
    this.#column = -1;
  }

  #openCell({ r: place, t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>): void {
    const column = place === undefined ? this.#column + 1 : columnOf(place);
    if (column <= this.#column || column >= MAX_COLUMNS)
      throw new Error(`cell ${place} cannot stand in row ${this.#line}`);
    this.#column = column;
    this.#type = type;
    this.#style = Number(style);
    this.#value = undefined;
    this.#isFormula = false;
  }

  #closeCell(): void {
    const raw = {
      type: this.#type,
      style: this.#style,
      value: this.#value,
      inline: this.#inline.take(),
    };
    const { text, isNumber, isDate } = cellText(raw, this.#context, this.#line);
    if (text !== '') {
      this.#size += text.length;
      assertCellFits(text, this.#size, this.#line);
      if (this.#column - this.#cells.length > MAX_GAP)
        throw unreadable(
          `a cell stands more than ${MAX_GAP} columns behind the one before`,
          'Delete what stands far to the right of the table.',
          this.#line,
        );
      while (this.#cells.length < this.#column) this.#cells.push('');
      this.#cells.push(text);
      if (this.#context.unseen.has(this.#style)) this.#unseen.push(this.#column);
    }
    if (this.#isFormula && text === '' && this.#type === 'n') this.#uncomputed.push(this.#column);
    if (isNumber) this.#numbers.push(this.#column);
    if (isDate) this.#dates.push(this.#column);
  }
}

/** Column, from 0, of a place such as `AB12`; -1 when it is none. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** Columns of areas such as `A2:A201 C:C 5:7`; rows alone are of all. */
function columnsIn(areas: string): [first: number, last: number][] {
  return areas
    .split(/\s+/)
    .filter((area) => area !== '')
    .map((area) => {
      const [first = '', last = first] = area.replaceAll('$', '').split(':');
      const [from, to] = [columnOf(first), columnOf(last)];
      return from < 0 || to < 0 ? [0, MAX_COLUMNS - 1] : [from, to];
    });
}

function isAtMost(size: string | undefined, limit: number): boolean {
  return size !== undefined && Number(size) <= limit;
}
