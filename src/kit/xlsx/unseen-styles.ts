/** Points of a letter's size at which nobody reads it. */
const UNREADABLE_POINTS = 2;
/** By how much each part of a colour, of 255, may differ from what is behind it for letters not to be seen. */
const ALIKE = 24;
const WHITE = 'FFFFFF';
const BLACK = '000000';
/** Text and background of the themes that spreadsheets begin with (`lt1`, `dk1`, `lt2`, `dk2`); others differ by theme. */
const OF_THEME = [WHITE, BLACK, 'E7E6E6', '44546A'];
/** The first colours of the palette, which come twice; 64 is the text of the system and 65 what is behind it. */
const OF_PALETTE = [BLACK, WHITE, 'FF0000', '00FF00', '0000FF', 'FFFF00', 'FF00FF', '00FFFF'];
const QUOTED = /"([^"]*)"|\\(.)|[_*]./g;
const BRACKETS = /\[[^\]]*\]/g;

type Attributes = Readonly<Record<string, string>>;

/** What stands behind the letters: null for a pattern, or a colour that is not known. */
type Colour = string | null;

const PLAIN_RULE = { letters: undefined, behind: WHITE, code: undefined };

/**
 * Finds in the `styles.xml` of a workbook (ECMA-376, part 1, 18.8) the styles in which a cell shows nothing: letters of the
 * colour behind them, or too small to be read, and formats without a place for the value, such as `;;;`; and the formats of
 * rules that do so where they apply. What the letters of a part of a text hide is not looked at.
 */
export class UnseenStyles {
  /** By their index, as cells name them. */
  readonly indices = new Set<number>();
  /** Of the formats of conditional formatting (`dxf`), by their index, as rules name them. */
  readonly ofRules = new Set<number>();
  #rule = -1;
  #ruled: { letters: Colour | undefined; behind: Colour; code: string | undefined } = PLAIN_RULE;
  readonly #formats = new Map<string, string>();
  readonly #fonts: { colour: Colour | undefined; isTiny: boolean }[] = [];
  readonly #fills: Colour[] = [];
  /** Of a solid one, until its colour is told. */
  #isSolid = false;
  readonly #within: string[] = [];
  #style = 0;

  /** @param name without a prefix */
  open(name: string, attributes: Attributes): void {
    const [list, parent] = [this.#within[1], this.#within.at(-1)];
    this.#within.push(name);
    if (list === 'dxfs') this.#ofRule(name, parent, attributes);
    else if (list === 'numFmts' && name === 'numFmt')
      this.#formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
    else if (list === 'fonts' && name === 'font') this.#fonts.push({ colour: undefined, isTiny: false });
    else if (list === 'fonts' && parent === 'font') this.#ofFont(name, attributes);
    else if (list === 'fills' && name === 'fill') this.#fills.push(WHITE);
    else if (list === 'fills') this.#ofFill(name, attributes);
    else if (list === 'cellXfs' && parent === 'cellXfs') {
      if (this.#showsNothing(attributes)) this.indices.add(this.#style);
      this.#style++;
    }
  }

  close(): void {
    const name = this.#within.pop();
    if (name !== 'dxf' || this.#within.at(-1) !== 'dxfs') return;
    const { letters, behind, code } = this.#ruled;
    const isSame = behind !== null && isAlike(letters === undefined ? BLACK : letters, behind);
    if (isSame || (code !== undefined && hasNoPlace(code))) this.ofRules.add(this.#rule);
  }

  /** What a rule does not say stays as the cell has it: taken for black letters on white. */
  #ofRule(name: string, parent: string | undefined, attributes: Attributes): void {
    if (name === 'dxf') {
      this.#rule++;
      this.#ruled = { ...PLAIN_RULE };
    } else if (name === 'numFmt') this.#ruled.code = attributes['formatCode'];
    else if (name === 'color' && parent === 'font') this.#ruled.letters = colourOf(attributes, BLACK);
    // The solid fill of a rule has its colour as that of the back, where a cell has it as that of the front.
    else if (name === 'bgColor') this.#ruled.behind = colourOf(attributes, WHITE);
  }

  #ofFont(name: string, attributes: Attributes): void {
    const font = this.#fonts.at(-1);
    if (font === undefined) return;
    if (name === 'color') font.colour = colourOf(attributes, BLACK);
    if (name === 'sz') font.isTiny = Number(attributes['val']) <= UNREADABLE_POINTS;
  }

  #ofFill(name: string, attributes: Attributes): void {
    const last = this.#fills.length - 1;
    if (name === 'patternFill') {
      const { patternType = 'none' } = attributes;
      this.#isSolid = patternType === 'solid';
      this.#fills[last] = patternType === 'none' ? WHITE : this.#isSolid ? BLACK : null;
    } else if (name === 'gradientFill') this.#fills[last] = null;
    else if (name === 'fgColor' && this.#isSolid) this.#fills[last] = colourOf(attributes, BLACK);
  }

  #showsNothing({ numFmtId = '0', fontId = '0', fillId = '0' }: Attributes): boolean {
    const code = this.#formats.get(numFmtId);
    if (code !== undefined && hasNoPlace(code)) return true;
    const font = this.#fonts[Number(fontId)];
    const fill = this.#fills[Number(fillId)];
    const behind = fill === undefined ? WHITE : fill;
    if (font === undefined) return false;
    return font.isTiny || (typeof behind === 'string' && isAlike(font.colour ?? BLACK, behind));
  }
}

/** Whether a format has no place for a number, or none for a text. */
function hasNoPlace(code: string): boolean {
  if (code.trim() === '') return false;
  const [positive = '', , , text] = code.replace(QUOTED, '$1$2').replace(BRACKETS, '').split(';');
  return positive.trim() === '' || text?.trim() === '';
}

/** Six hexadecimal digits; null for one that is not known. */
function colourOf({ rgb, theme, indexed, tint }: Attributes, automatic: string): Colour {
  const plain =
    rgb !== undefined
      ? rgb.slice(-6).toUpperCase()
      : theme !== undefined
        ? OF_THEME[Number(theme)]
        : indexed === undefined || indexed === '64'
          ? automatic
          : indexed === '65'
            ? WHITE
            : OF_PALETTE[Number(indexed) % OF_PALETTE.length];
  if (plain === undefined || !/^[\dA-F]{6}$/.test(plain)) return null;
  // Beyond the first sixteen the palette has other colours.
  if (rgb === undefined && theme === undefined && indexed !== undefined && Number(indexed) > 15)
    return ['64', '65'].includes(indexed) ? plain : null;
  const by = Number(tint ?? 0);
  return partsOf(plain)
    .map((part) => Math.round(by < 0 ? part * (1 + by) : part + (255 - part) * by))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('');
}

function isAlike(letters: Colour, behind: string): boolean {
  if (letters === null) return false;
  const other = partsOf(behind);
  return partsOf(letters).every((part, at) => Math.abs(part - (other[at] ?? 0)) <= ALIKE);
}

function partsOf(colour: string): number[] {
  return [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
