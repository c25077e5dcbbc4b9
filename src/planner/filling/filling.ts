import { splitName, stemOf, type Word } from '../language/tokenize.js';
import { type Args, getPath, rootLeaves, withPath } from '../schema/leaves.js';
import type { Field } from '../schema/schema-fields.js';
import { meantBy } from './complete-args.js';
import { type CueTable, cueTable } from './cues.js';
import type { FrameMatch } from './frames.js';
import type { TextModel } from './read-text.js';
import type { Slot } from './slots.js';

export interface FillOptions {
  readonly slots: ReadonlyMap<string, Slot>;
  /** The example sentence that the text follows, if any. */
  readonly frame: FrameMatch;
  /** Words of the tool and its capability: they are no values. */
  readonly ordinary: (plain: string) => boolean;
  /** Paths that the person was asked for, joined by dots: a bare value may answer them. */
  readonly asked: ReadonlySet<string>;
  /** Whether a place of the text speaks of this tool's subject; numbers elsewhere are filled only by their words. */
  readonly onSubject: (at: number) => boolean;
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A tool's arguments while they are read out of a text, and which parts of the text have served. */
export class Filling {
  readonly leaves: readonly Field[];
  readonly cues: CueTable;
  /** Words that named fields rather than said what is wanted. */
  readonly spoken = new Set<Word>();
  /** Words of the names of filled number fields: they choose nothing else. */
  readonly ownNames = new Set<Word>();
  args: Args = {};
  readonly #used: Place[] = [];

  constructor(
    toolName: string,
    readonly fields: readonly Field[],
    readonly model: TextModel,
    readonly options: FillOptions,
  ) {
    this.leaves = rootLeaves(fields);
    this.cues = cuesFor(fields, this.leaves, toolName);
  }

  set(field: Field, value: unknown, ...places: readonly Place[]): void {
    this.args = withPath(this.args, field.path, typeof value === 'string' ? meantBy(field, value) : value);
    this.take(...places);
  }

  take(...places: readonly Place[]): void {
    this.#used.push(...places);
  }

  taken(start: number, end: number): boolean {
    return this.#used.some((one) => start < one.end && one.start < end);
  }

  isOpen(field: Field): boolean {
    return getPath(this.args, field.path) === undefined;
  }

  /** Open leaves of a kind. */
  open(kind: Field['kind']): Field[] {
    return this.leaves.filter((field) => field.kind === kind && this.isOpen(field));
  }

  isAsked(field: Field): boolean {
    return this.options.asked.has(field.path.join('.'));
  }
}

const cueTables = new WeakMap<readonly Field[], CueTable>();

function cuesFor(fields: readonly Field[], leaves: readonly Field[], toolName: string): CueTable {
  const known = cueTables.get(fields);
  if (known !== undefined) return known;
  const table = cueTable(leaves, new Set(splitName(toolName).map(stemOf)));
  cueTables.set(fields, table);
  return table;
}
