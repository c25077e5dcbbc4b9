import { type FormProgram, formProgram, isOfSubmission, questionOf } from './form-export.js';
import { readAdopter } from './frame-columns.js';
import { numbersRows } from './row-numbers.js';

/** A guess for one role, to be confirmed by a person. */
export interface ColumnGuess {
  readonly column: string;
  readonly reason: string;
}

export interface ColumnGuesses {
  readonly id?: ColumnGuess;
  readonly stratum?: ColumnGuess;
  readonly adopter?: ColumnGuess;
  readonly size?: ColumnGuess;
}

const NAMES = {
  id: [
    /^(hh|household|unit|device|stove|beneficiary|meter|cluster|village|home|house)s?[ _-]?(id|no|nr|number|code|ref|key)$/i,
    /^(id|uuid|guid)$/i,
    /^(id|code|cod|código|codigo|numéro|numero|no|nr|namba)[ _-](de[ _-]|du[ _-]|do[ _-]|ya[ _-])?(hh|household|hogar|vivienda|casa|familia|família|ménage|menage|foyer|domic[ií]lio|agregado|kaya|stove)$/i,
    /^(hogar|vivienda|casa|familia|família|ménage|menage|foyer|domic[ií]lio|agregado|kaya)s?[ _-](id|no|nr|code|cod|código|codigo|número|numero|numéro)$/i,
    /([ _-]id|Id|ID)$/,
    /^(haushalt|ménage|menage|kaya|hogar|household|hh|stove)(s?[ _-]?(id|nr|no|nummer|numéro|numero|code|kennung))?$/i,
    /(serial|identifier|code|number|kennung|nummer|identifiant|numéro|numero)/i,
  ],
  stratum: [
    /^(stratum|strata)/i,
    /(setting|urban|rural|region|district|province|zone|area|county|canton)/i,
    /(^|[ _-])(states?|estado|bundesland|governorate|departe?ment|département|departamento|mkoa|wilaya|kaunti|lga|woreda|munic[ií]p\w*|block|tehsil|upazila)([ _-]|$)/i,
    /(gebiet|(^|[ _-])lage|bezirk|gemeinde|kanton|milieu|région|zone|commune|quartier)/i,
    /(type|typ|group|gruppe|groupe|category|kategorie|catégorie|class)/i,
    // The last of all: villages are many, and hold few units each.
    /(^|[ _-])(villages?|wards?|communit\w*|settlements?|dorf|aldeia?s?|kijiji|vijiji)([ _-]|$)/i,
  ],
  adopter: [
    /adopt/i,
    /(in[ _-]?use|using|usage|active|status|nutzer|nutzung|benutz|im[ _-]einsatz|aktiv|utilis|utiliz|actif|en[ _-]uso|em[ _-]uso|anatumia|hutumia|inatumika|matumizi)/i,
  ],
  size: [/^(size|mos|measure[ _-]?of[ _-]?size)$/i, /(households|population|units|members|persons|people)/i],
} as const;

const MAX_STRATA_IN_SAMPLE = 50;

/** Whether one of these names of columns is that of the id of a unit. */
export function namesUnits(columns: readonly string[]): boolean {
  const program = formProgram(columns);
  return columns.some((name) => isSurelyId(name, program));
}

/** Names that leave no doubt; the number of a submission is no household's. */
export function isSurelyId(name: string, program: FormProgram | undefined): boolean {
  if (program !== undefined && isOfSubmission(name)) return false;
  const own = questionOf(name.trim(), program);
  return NAMES.id.slice(0, 4).some((pattern) => pattern.test(own));
}

/**
 * Guesses the roles of columns from their names and from a sample of rows. A column gets one role at most. In an export of
 * a form the names are those of the questions, and what tells of the submission gets no role.
 */
export function guessColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): ColumnGuesses {
  const program = formProgram(columns);
  const names = columns.map((name) => questionOf(name, program));
  const taken = new Set<number>(
    program === undefined ? [] : columns.flatMap((name, at) => (isOfSubmission(name) ? [at] : [])),
  );
  const cells = (at: number) => rows.map((row) => (row[at] ?? '').trim());
  const distinct = (at: number) => new Set(cells(at)).size;
  const full = (at: number) => cells(at).every((cell) => cell !== '');

  const pick = (
    role: keyof typeof NAMES,
    ...reasons: readonly { readonly fits: (at: number) => boolean; readonly why: string }[]
  ): ColumnGuess | undefined => {
    for (const pattern of NAMES[role])
      for (const { fits, why } of reasons) {
        const at = names.findIndex((name, index) => !taken.has(index) && pattern.test(name) && fits(index));
        const column = columns[at];
        if (column === undefined) continue;
        taken.add(at);
        return { column, reason: `its name, and ${why}` };
      }
    return undefined;
  };

  const unique = (at: number) => full(at) && distinct(at) === rows.length;
  const surely = (at: number) => isSurelyId(columns[at] ?? '', program);
  const own = (at: number) => unique(at) && (surely(at) || !numbersRows(cells(at)));
  const id =
    pick('id', { fits: own, why: `its ${rows.length} first values are all different` }) ??
    surelyId(columns, program, taken) ??
    (program === undefined
      ? (firstUnique(columns, (at) => own(at) && cells(at).every(isCode), taken) ??
        firstUnique(columns, unique, taken))
      : undefined);
  const adopter = pick('adopter', {
    fits: (at) => full(at) && cells(at).every((cell) => readAdopter(cell) !== undefined),
    why: 'its values say yes or no',
  });
  const size = pick('size', {
    fits: (at) => full(at) && cells(at).every((cell) => Number(cell) > 0),
    why: 'its values are positive numbers',
  });
  const filled = (at: number) => cells(at).filter((cell) => cell !== '');
  const repeats = (at: number) => {
    const values = filled(at);
    return new Set(values).size <= Math.min(MAX_STRATA_IN_SAMPLE, Math.max(1, values.length / 2));
  };
  const stratum = pick(
    'stratum',
    { fits: (at) => full(at) && repeats(at), why: 'few values that repeat' },
    {
      fits: (at) => filled(at).length > rows.length / 2 && repeats(at),
      why: 'few values that repeat, though some are missing',
    },
  );
  return {
    ...(id && { id }),
    ...(stratum && { stratum }),
    ...(adopter && { adopter }),
    ...(size && { size }),
  };
}

/**
 * Whether a column is called what strata are called.
 * @param surely whether its name leaves no doubt
 */
export function mayNameStrata(name: string, columns: readonly string[], surely = false): boolean {
  const question = questionOf(name, formProgram(columns));
  return NAMES.stratum.slice(0, surely ? 1 : undefined).some((pattern) => pattern.test(question));
}

/** Letters and a digit, in one word or few: no name of a person, no number of a phone, no place on a map. */
function isCode(cell: string): boolean {
  return cell.length <= 40 && /\p{L}/u.test(cell) && /\p{N}/u.test(cell);
}

/** A column that is called the id is the id, also with duplicates: they are faults to list, not a reason to take another. */
function surelyId(
  columns: readonly string[],
  program: FormProgram | undefined,
  taken: Set<number>,
): ColumnGuess | undefined {
  const at = columns.findIndex((name) => isSurelyId(name, program));
  const column = columns[at];
  if (column === undefined) return undefined;
  taken.add(at);
  return { column, reason: 'its name, although values repeat or are missing' };
}

function firstUnique(
  columns: readonly string[],
  unique: (at: number) => boolean,
  taken: Set<number>,
): ColumnGuess | undefined {
  const at = columns.findIndex((_, index) => unique(index));
  const column = columns[at];
  if (column === undefined) return undefined;
  taken.add(at);
  return { column, reason: 'the first column whose values are all different' };
}
