import { type Block, type PlacedBlock, parseBlocks } from '../markdown/parse-blocks.js';
import { renderBlocks } from '../markdown/render-markdown.js';
import type { Paint } from '../terminal/paint.js';

export interface AnswerViewOptions {
  readonly columns: number;
  readonly paint: Paint;
  /** Lines after which the working is held back for `/more`; without it all is shown. */
  readonly foldAfter?: number;
}

/** So few lines are shown rather than held back. */
const NOT_WORTH_HOLDING = 5;
/** The last section (warnings, most often) is shown although what is before it is held back, up to this length. */
const LONGEST_TAIL = 12;

/** What no heading stands over is cut where less than this share of the screen is filled, and held back elsewhere. */
const WELL_FILLED = 0.5;

/** A block with the headings that stand over it. */
type Section = readonly Block[];

/**
 * The Markdown of one message while it comes: a block is settled, and rendered for good, when the next one has begun.
 * Of a long answer the head is shown, and its last section; what is between can be read on.
 */
export class AnswerView {
  readonly #options: AnswerViewOptions;
  #text = '';
  /** Headings that wait for what they stand over. */
  #headings: Block[] = [];
  /** What is left of a section that was cut. */
  #cut: readonly string[] = [];
  readonly #held: Section[] = [];
  #shown = 0;
  #rest: readonly string[] = [];

  constructor(options: AnswerViewOptions) {
    this.#options = options;
  }

  append(content: string): void {
    this.#text += content;
  }

  /** Lines that can be printed for good now. */
  settle(): readonly string[] {
    const blocks = parseBlocks(this.#text);
    const last = blocks.at(-1);
    if (last === undefined || blocks.length < 2) return [];
    this.#text = this.#text.split('\n').slice(last.line).join('\n');
    return this.#take(blocks.slice(0, -1));
  }

  /** What is not settled yet, for now. */
  preview(): readonly string[] {
    if (this.#isHolding) return [];
    const blocks = [...this.#headings, ...parseBlocks(this.#text).map(({ block }) => block)];
    const lines = this.#render(blocks);
    return lines.length > 0 && this.#shown > 0 ? ['', ...lines] : lines;
  }

  /** The lines that were not printed yet, now that the message is whole. */
  end(): readonly string[] {
    const lines = this.#take(parseBlocks(this.#text));
    this.#text = '';
    const left = this.#headings.length > 0 ? [...lines, ...this.#show(this.#headings.splice(0))] : lines;
    return this.#isHolding ? [...left, ...this.#unfold()] : left;
  }

  /** What was held back. */
  get rest(): readonly string[] {
    return this.#rest;
  }

  /** Whether a line of it stands on the screen for good. */
  get begun(): boolean {
    return this.#shown > 0;
  }

  /** Lines held back so far. */
  get heldLines(): number {
    return this.#hidden(this.#held).length;
  }

  get #isHolding(): boolean {
    return this.#cut.length > 0 || this.#held.length > 0;
  }

  #take(blocks: readonly PlacedBlock[]): readonly string[] {
    const lines: string[] = [];
    for (const { block } of blocks) {
      this.#headings.push(block);
      if (!isHeading(block)) lines.push(...this.#show(this.#headings.splice(0)));
    }
    return lines;
  }

  #show(section: Section): readonly string[] {
    const { foldAfter } = this.#options;
    const lines = this.#render(section);
    const long = foldAfter !== undefined && this.#shown > 0 && this.#shown + lines.length > foldAfter;
    const cuts = long && this.#shown < foldAfter * WELL_FILLED && !section.some(isHeading);
    if (this.#isHolding || (long && !cuts)) {
      this.#held.push(section);
      return [];
    }
    const apart = this.#shown > 0 ? [''] : [];
    const fitting = cuts ? lines.slice(0, foldAfter - this.#shown) : lines;
    this.#cut = lines.slice(fitting.length);
    this.#shown += fitting.length + apart.length;
    return [...apart, ...fitting];
  }

  #unfold(): readonly string[] {
    const from = this.#held.findLastIndex(([first]) => first !== undefined && isHeading(first));
    const tail =
      from > 0 || (from === 0 && this.#cut.length > 0) ? this.#render(this.#held.slice(from).flat()) : [];
    const kept = tail.length > 0 && tail.length <= LONGEST_TAIL;
    const hidden = this.#hidden(kept ? this.#held.slice(0, from) : this.#held);
    if (hidden.length <= NOT_WORTH_HOLDING)
      return [...(this.#cut.length === 0 ? [''] : []), ...this.#hidden(this.#held)];
    this.#rest = hidden;
    const notice = this.#options.paint(`… ${hidden.length} more lines: /more`, 'dim');
    return ['', notice, ...(kept ? ['', ...tail] : [])];
  }

  #hidden(sections: readonly Section[]): readonly string[] {
    const lines = this.#render(sections.flat());
    return this.#cut.length > 0 && lines.length > 0 ? [...this.#cut, '', ...lines] : [...this.#cut, ...lines];
  }

  #render(blocks: readonly Block[]): readonly string[] {
    return renderBlocks(blocks, this.#options.columns, this.#options.paint);
  }
}

/** A heading, or a paragraph that is strong as a whole and so stands for one. */
function isHeading(block: Block): boolean {
  return block.kind === 'heading' || (block.kind === 'paragraph' && /^\*\*[^*\n]+\*\*$/.test(block.text));
}
