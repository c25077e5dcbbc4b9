import { addTo, oneLine } from 'oracle-runtime/kit';
import { pairsOfCodes, pairsOfNames } from './by-chance.js';
import { type ReadRow, RowReader } from './row-reader.js';

/** Rows of a registry that repeat another one in what tells units apart: one home under several ids. */
export interface RepeatedUnits {
  /** Rows beyond the first of each. */
  readonly rows: number;
  readonly of: number;
  /** What is the same. */
  readonly columns: readonly string[];
  /** What can be read as the same, and is not, letter for letter; absent for none. */
  readonly alike?: readonly string[];
  /** Names that have a word of the other one, as those of a family do; absent where the names are the same, or not looked at. */
  readonly family?: readonly string[];
  /** Pairs of the same, and those that chance makes, where one column alone is the same; absent where more are. */
  readonly pairs?: number;
  readonly byChance?: number;
  /** Whether the rows were counted in a part of a large registry; absent where they were not. */
  readonly about?: boolean;
  /** Ids of the first one and of that which it repeats. */
  readonly example: string;
}

/** Fewer rows say nothing. */
const FEW_ROWS = 20;
/** Rows that are held at once: of more, those of a part of all cells, with all that repeat them. */
const MOST_ROWS = 100_000;
/** Told from so many rows on, and this part of them; where one column alone is the same, this part: it may be shared. */
const [LEAST, LEAST_PART, LEAST_PART_ALONE] = [5, 0.02, 0.05];
/** Families have one telephone now and then, so that fewer are none that is told. */
const [LEAST_OF_FAMILIES, LEAST_PART_OF_FAMILIES] = [10, 0.15];
/** So many times what chance makes is none; names of a village go together more often than their words are frequent. */
const BEYOND_CHANCE = { code: 3, name: 10 };
/** Rows of one cell that are held against each other. */
const MOST_OF_ONE = 12;
const SHOWN = 40;

interface Found {
  readonly row: ReadRow;
  readonly like: ReadRow;
  /** Places of the columns that are the same. */
  readonly codes: readonly number[];
  /** And of those that are so but for digits more. */
  readonly near: readonly number[];
  readonly name: 'same' | 'alike' | undefined;
}

/** Looks at rows as they are read. */
export class RepeatedRows {
  readonly #id: string;
  readonly #mostRows: number;
  #reader = new RowReader([], '');
  #rows: ReadRow[] = [];
  #held: (readonly string[])[] | undefined = [];
  #seen = 0;
  /** One in 2 to the power of this of all cells is looked at. */
  #halvings = 0;

  /** @param id column of the ids */
  constructor(id: string, mostRows = MOST_ROWS) {
    this.#id = id;
    this.#mostRows = mostRows;
  }

  begin(columns: readonly string[]): void {
    this.#reader = new RowReader(columns, this.#id);
  }

  add(row: readonly string[]): void {
    if (!this.#reader.hasId(row)) return;
    this.#seen++;
    if (this.#held === undefined) this.#take(row);
    else if (this.#held.push(this.#reader.cut(row)) >= this.#mostRows) this.#settle(this.#held);
  }

  /** Undefined where hardly any row repeats another. */
  result(): RepeatedUnits | undefined {
    if (this.#seen < FEW_ROWS) return undefined;
    if (this.#held !== undefined) this.#settle(this.#held);
    if (this.#reader.isBlind) return undefined;
    const lists = this.#reader.places.map((place) => this.#repeatedIn(place));
    const isTelling = ({ codes, near, name }: Found) =>
      name === undefined
        ? codes.length > 1 && codes.some((at) => !this.#reader.isCount(at))
        : codes.length + near.length > 0;
    return (
      this.#told(lists.map((list) => list.filter(isTelling))) ??
      lists.map((list, at) => this.#toldAlone(list, at)).find((told) => told !== undefined) ??
      this.#reader.telephones.map((place) => this.#toldOfFamilies(place)).find((told) => told !== undefined)
    );
  }

  /** Settles what the columns tell by the rows so far. */
  #settle(held: readonly (readonly string[])[]): void {
    this.#held = undefined;
    this.#reader.settle(held);
    for (const row of held) this.#take(row);
  }

  #take(cells: readonly string[]): void {
    if (this.#reader.isBlind) return;
    const row = this.#reader.read(cells);
    if (!this.#isLookedAt(row)) return;
    this.#rows.push(row);
    while (this.#rows.length > this.#mostRows) {
      this.#halvings++;
      this.#rows = this.#rows.filter((each) => this.#isLookedAt(each));
    }
  }

  #isLookedAt(row: ReadRow): boolean {
    return this.#halvings === 0 || this.#reader.places.some((place) => this.#isPartOf(row, place));
  }

  #isPartOf(row: ReadRow, place: number | 'name'): boolean {
    const hash = this.#reader.hash(row, place);
    return hash !== undefined && hash % 2 ** this.#halvings === 0;
  }

  /** Rows that repeat one before them in a column, or in the names, and in nothing say that they are of somebody else. */
  #repeatedIn(place: number | 'name'): Found[] {
    const found: Found[] = [];
    const groups = new Map<string, ReadRow[]>();
    for (const row of this.#rows) {
      const key = this.#reader.keyOf(row, place);
      if (key === '' || (this.#halvings > 0 && !this.#isPartOf(row, place))) continue;
      const before = (groups.get(key) ?? []).slice(0, MOST_OF_ONE);
      const repeats = before.flatMap((like) => this.#compare(row, like) ?? []);
      const [first] = repeats.toSorted((a, b) => b.codes.length - a.codes.length);
      if (first !== undefined) found.push(first);
      addTo(groups, key, row);
    }
    return found;
  }

  #compare(row: ReadRow, like: ReadRow): Found | undefined {
    if (row.id === like.id) return undefined;
    const { same, near, isOther, name } = this.#reader.compare(row, like);
    if (name === 'other' || (isOther && same.every((at) => this.#reader.isCount(at)))) return undefined;
    // Two homes of one meter have telephones of their own.
    if (isOther && name === undefined && same.length < 2) return undefined;
    return { row, like, codes: same, near, name };
  }

  #told(lists: readonly (readonly Found[])[]): RepeatedUnits | undefined {
    const all = lists.flat();
    const rows = this.#whole(lists);
    if (rows < LEAST || rows < LEAST_PART * this.#seen) return undefined;
    const most = (part: readonly Found[]) => part.length * 2 > all.length;
    const names = most(all.filter(({ name }) => name !== undefined)) ? this.#reader.namesOf() : [];
    const columnsOf = (kind: 'codes' | 'near') =>
      this.#reader.codes
        .filter((_, at) => most(all.filter((each) => each[kind].includes(at))))
        .map(({ name }) => name);
    const same = columnsOf('codes');
    // Of those that are all but the same, the names are what is.
    const isAlike = same.length > 0 && all.some(({ name }) => name === 'alike');
    const alike = [...(isAlike ? names : []), ...columnsOf('near')];
    return {
      rows,
      of: this.#seen,
      columns: [...same, ...(isAlike ? [] : names)],
      ...(alike.length > 0 && { alike }),
      ...this.#aboutAnd(all),
    };
  }

  #toldAlone(list: readonly Found[], at: number): RepeatedUnits | undefined {
    const place = this.#reader.places[at];
    const rows = this.#whole([list]);
    if (place === undefined || rows < LEAST || rows < LEAST_PART_ALONE * this.#seen) return undefined;
    if (place !== 'name' && this.#reader.isCount(place)) return undefined;
    const own = this.#rows.filter((row) => this.#halvings === 0 || this.#isPartOf(row, place));
    const keys = own.map((row) => this.#reader.keyOf(row, place)).filter((key) => key !== '');
    const { same, byChance } =
      place === 'name'
        ? pairsOfNames(
            own.map((row) => row.words.full),
            keys,
          )
        : pairsOfCodes(keys);
    // Of two cells that lie near each other, the one is looked at as seldom where the other is.
    const often = byChance * 2 ** this.#halvings;
    if (same < BEYOND_CHANCE[place === 'name' ? 'name' : 'code'] * often) return undefined;
    return {
      rows,
      of: this.#seen,
      columns: place === 'name' ? this.#reader.namesOf() : [this.#reader.codes[place]?.name ?? ''],
      pairs: same * 2 ** this.#halvings,
      byChance: Math.round(often * 2 ** this.#halvings),
      ...this.#aboutAnd(list),
    };
  }

  /** Rows of one telephone whose names have a word in common, as those of husband and wife, where they are more than families are. */
  #toldOfFamilies(place: number): RepeatedUnits | undefined {
    const own = this.#rows.filter((row) => this.#halvings === 0 || this.#isPartOf(row, place));
    const groups = new Map<string, ReadRow[]>();
    const found: Found[] = [];
    let [pairs, same] = [0, 0];
    for (const row of own) {
      const key = this.#reader.keyOf(row, place);
      if (key === '') continue;
      const before = (groups.get(key) ?? []).slice(0, MOST_OF_ONE);
      const compared = before.map((like) => ({ like, ...this.#reader.compare(row, like) }));
      const families = compared.filter(({ isFamily, isOther }) => isFamily && !isOther);
      pairs += compared.length;
      same += families.length;
      const [first] = families;
      if (first !== undefined)
        found.push({ row, like: first.like, codes: [place], near: [], name: undefined });
      addTo(groups, key, row);
    }
    const rows = found.length * 2 ** this.#halvings;
    if (found.length < LEAST_OF_FAMILIES || rows < LEAST_PART_OF_FAMILIES * this.#seen) return undefined;
    // Of two who are no neighbours in the list.
    const far = own.flatMap((row, at) => {
      const other = own[(at * 7_919 + 101) % own.length];
      return other === undefined || other === row ? [] : [this.#reader.compare(row, other).isFamily];
    });
    const byChance = (pairs * far.filter(Boolean).length) / Math.max(1, far.length);
    if (same < BEYOND_CHANCE.code * byChance) return undefined;
    return {
      rows,
      of: this.#seen,
      columns: [this.#reader.codes[place]?.name ?? ''],
      family: this.#reader.namesOf(),
      ...this.#aboutAnd(found),
    };
  }

  /** Rows, each once; of a part of the cells, as many as all have of the column in which most are found. */
  #whole(lists: readonly (readonly Found[])[]): number {
    if (this.#halvings === 0) return new Set(lists.flat().map(({ row }) => row)).size;
    return Math.max(0, ...lists.map((list) => list.length)) * 2 ** this.#halvings;
  }

  #aboutAnd([first]: readonly Found[]): Pick<RepeatedUnits, 'about' | 'example'> {
    const example =
      first === undefined ? '' : `${first.row.id.slice(0, SHOWN)} like ${first.like.id.slice(0, SHOWN)}`;
    return this.#halvings === 0 ? { example } : { about: true, example };
  }
}

/** In words, for a warning and a mark. */
export function repeatedWords(repeated: RepeatedUnits): string {
  const { rows, of, columns, alike = [], family = [], pairs, byChance = 0, about, example } = repeated;
  const listed = (names: readonly string[]) =>
    names
      .slice(0, 3)
      .map((name) => `"${oneLine(name, SHOWN)}"`)
      .join(' and ');
  const alone =
    pairs === undefined
      ? ''
      : `, and nothing that tells them apart: ${pairs} pairs, of which chance makes ${byChance}`;
  const readAs = alike.length === 0 ? '' : `, and ${listed(alike)} that can be read as its own`;
  const ofFamily = family.length === 0 ? '' : `, and a word of ${listed(family)}, as members of one home do`;
  return `${about ? 'About ' : ''}${rows} of ${of} rows of the registry have the same ${listed(columns)} as another one${readAs}${ofFamily}${alone} (${oneLine(example, 3 * SHOWN)}): a home under several ids is drawn as often.`;
}
