import { canBeOne, type NameWords, nameKey, nameWords } from './same-person.js';
import { codeKey, isOfTelephones, type Telling, tellingOf } from './telling-columns.js';

/** A row of a registry, as what tells units apart says whose it is. */
export interface ReadRow {
  readonly id: string;
  /** Of each column of codes and counts; empty where it says nothing. */
  readonly codes: readonly string[];
  readonly words: NameWords;
  /** As it stands, in small letters. */
  readonly name: string;
}

/** What two rows have in common. */
export interface Compared {
  /** Places of the codes and counts that are the same. */
  readonly same: readonly number[];
  /** Places of the codes that are the same but for digits more behind the one: of somebody of one name, they are his. */
  readonly near: readonly number[];
  /** Whether a code is another one. */
  readonly isOther: boolean;
  /** Undefined where a row has none. */
  readonly name: 'same' | 'alike' | 'other' | undefined;
  /** Whether the names of two people have a word in common, as those of a family do. */
  readonly isFamily: boolean;
}

interface TellingColumn {
  readonly name: string;
  /** Place among the cells that are held. */
  readonly at: number;
  readonly telling: Telling;
}

/** Columns that are looked at. */
const MOST_COLUMNS = 20;
/** Characters of a code, and digits more behind it, that are one with a slip of the pen. */
const [LEAST_CODE, MORE_DIGITS] = [4, 2];

/** Reads rows for what tells units apart: names of people, codes, counts. */
export class RowReader {
  readonly #columns: readonly { readonly name: string; readonly at: number }[];
  readonly #idAt: number;
  #names: readonly TellingColumn[] = [];
  #codes: readonly TellingColumn[] = [];

  /** @param id column of the ids */
  constructor(columns: readonly string[], id: string) {
    this.#idAt = columns.indexOf(id);
    this.#columns = columns
      .map((name, at) => ({ name, at }))
      .filter(({ at }) => at !== this.#idAt)
      .slice(0, MOST_COLUMNS);
  }

  hasId(row: readonly string[]): boolean {
    return (row[this.#idAt] ?? '').trim() !== '';
  }

  /** The id and what is looked at of a row as it is read from the file. */
  cut(row: readonly string[]): string[] {
    return [row[this.#idAt] ?? '', ...this.#columns.map(({ at }) => row[at] ?? '')].map((cell) =>
      cell.trim(),
    );
  }

  /** Finds what the columns tell. @param held rows as `cut` gives them */
  settle(held: readonly (readonly string[])[]): void {
    const telling = this.#columns.flatMap(({ name }, place): TellingColumn[] => {
      const is = tellingOf(
        name,
        held.map((row) => row[place + 1] ?? ''),
      );
      return is === undefined ? [] : [{ name, at: place + 1, telling: is }];
    });
    this.#names = telling.filter((each) => each.telling === 'name');
    this.#codes = telling.filter((each) => each.telling !== 'name');
  }

  /** Whether nothing tells units apart. */
  get isBlind(): boolean {
    return this.#names.length + this.#codes.length === 0;
  }

  /** Columns of codes and counts, in the order of the places. */
  get codes(): readonly TellingColumn[] {
    return this.#codes;
  }

  namesOf(): string[] {
    return this.#names.map(({ name }) => name);
  }

  isCount(place: number): boolean {
    return this.#codes[place]?.telling === 'count';
  }

  /** All by which rows can be found that are of one home. */
  get places(): (number | 'name')[] {
    return [...this.#codes.keys(), ...(this.#names.length === 0 ? [] : (['name'] as const))];
  }

  /** @param cells as `cut` gives them */
  read(cells: readonly string[]): ReadRow {
    const name = this.#names.map(({ at }) => cells[at] ?? '').join(' ');
    return {
      id: cells[0] ?? '',
      codes: this.#codes.map((column) => codeKey(column.name, cells[column.at] ?? '')),
      words: nameWords(name),
      name: name.toLowerCase(),
    };
  }

  keyOf(row: ReadRow, place: number | 'name'): string {
    return place === 'name' ? nameKey(row.words) : (row.codes[place] ?? '');
  }

  /** A number that is as often in each part of all numbers; undefined where nothing stands there. */
  hash(row: ReadRow, place: number | 'name'): number | undefined {
    const key = this.keyOf(row, place);
    if (key === '') return undefined;
    let hash = 0x811c9dc5;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    // The lowest bits of this hash follow the lowest ones of the last letters.
    return ((hash ^ (hash >>> 15)) >>> 0) % 2 ** 31;
  }

  compare(row: ReadRow, like: ReadRow): Compared {
    const same: number[] = [];
    const near: number[] = [];
    let isOther = false;
    for (const [place, key] of row.codes.entries()) {
      const other = like.codes[place] ?? '';
      if (key === '' || other === '') continue;
      if (key === other) same.push(place);
      else if (!this.isCount(place) && isLonger(key, other)) near.push(place);
      else if (!this.isCount(place)) isOther = true;
    }
    const isNamed = row.words.full.length > 0 && like.words.full.length > 0;
    if (!isNamed || !canBeOne(row.words, like.words)) {
      const isFamily = isNamed && row.words.full.some((word) => like.words.full.includes(word));
      const name = isNamed ? 'other' : undefined;
      return { same, near: [], isOther: isOther || near.length > 0, name, isFamily };
    }
    return { same, near, isOther, name: row.name === like.name ? 'same' : 'alike', isFamily: false };
  }

  /** Places of the columns of telephones. */
  get telephones(): number[] {
    return this.#codes.flatMap(({ name, telling }, place) =>
      telling === 'code' && isOfTelephones(name) ? [place] : [],
    );
  }
}

/** Whether one code is the other with a digit or two behind it. */
function isLonger(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const more = long.length - short.length;
  return (
    short.length >= LEAST_CODE &&
    more > 0 &&
    more <= MORE_DIGITS &&
    long.startsWith(short) &&
    /^\d+$/.test(long.slice(short.length))
  );
}
