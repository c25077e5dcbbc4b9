import type { z } from 'zod';

/** Words of any language, or a list for each by its BCP 47 tag: `{ en: ['town'], sw: ['mji'] }`. */
export type WordList = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** How people speak of a field. */
export interface FieldWords {
  /** What they call it besides its name: `['households', 'homes']` for a population. */
  readonly aliases?: WordList;
  /** Of a boolean: words that mean `false`, such as `['without']`. */
  readonly opposites?: WordList;
  /**
   * Of a choice: what people call its values, `{ rejected: { en: ['refused'], de: ['abgelehnt*'] } }`. A star stands for any
   * letters, for what grammar adds. Of a switch likewise, `{ true: ['preview'] }`; of a text, those that are named mostly.
   */
  readonly values?: Readonly<Record<string, WordList>>;
  /** Of a number: what it is counted or measured in, such as `days`. */
  readonly unit?: string;
  /** Of what may be left out where the message brings a file: asked for in a message without one. */
  readonly orAttached?: boolean;
  /**
   * Names of the fields beside it that say the same in another way: of a period its first and last day. Where a message says
   * the one, what was said of the other before is meant no more.
   */
  readonly insteadOf?: readonly string[];
  /**
   * Names of the fields beside it of which one has to be given where this one is not, as the call would be refused without
   * all of them: the seed of a draw or the commitment that brings one. It is asked for before anybody is asked to agree.
   */
  readonly orElse?: readonly string[];
}

/**
 * The schema with the words by which people speak of its field. The keyless chat reads values out of sentences by them;
 * language models are told the short ones. They stand in its JSON Schema as `aliases`, `opposites`, `values`,
 * `unit`, `orAttached`, `insteadOf` and `orElse`. Goes on from the schema's own `.meta` and `.describe`; checks and transforms stay as they are.
 */
export function withWords<S extends z.ZodType>(schema: S, words: FieldWords): S {
  return schema.meta({ ...words });
}

/** The words of a field, whatever language they are of. */
export interface KnownWords {
  readonly aliases: readonly string[];
  readonly opposites: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly unit: string | undefined;
  readonly orAttached: boolean;
  readonly insteadOf: readonly string[];
  readonly orElse: readonly string[];
}

/** What {@link withWords} said of a field, from its JSON Schema, which may be anybody's: what is no word is passed over. */
export function readWords(schema: Readonly<Record<string, unknown>>): KnownWords {
  const { unit } = schema;
  return {
    aliases: wordsIn(schema['aliases']),
    opposites: wordsIn(schema['opposites']),
    values: valuesIn(schema['values']),
    unit: typeof unit === 'string' && unit !== '' ? unit : undefined,
    orAttached: schema['orAttached'] === true,
    insteadOf: wordsIn(schema['insteadOf']),
    orElse: wordsIn(schema['orElse']),
  };
}

function valuesIn(values: unknown): ReadonlyMap<string, readonly string[]> {
  if (typeof values !== 'object' || values === null) return new Map();
  return new Map(Object.entries(values).map(([value, list]) => [value, wordsIn(list)]));
}

function wordsIn(list: unknown): readonly string[] {
  const lists: unknown[] =
    typeof list === 'object' && list !== null && !Array.isArray(list) ? Object.values(list) : [list];
  return lists
    .flatMap((each) => (Array.isArray(each) ? each : []))
    .filter((word) => typeof word === 'string');
}
