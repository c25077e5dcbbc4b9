import type { Expression } from './expression.js';
import type { Language } from './languages.js';

/** A text in the languages of a form; the first language is always there. */
export type Words = Readonly<Partial<Record<Language, string>>>;

export interface Choice {
  /** What is stored: small letters, digits and `_`. */
  readonly name: string;
  readonly label: Words;
}

/** Longer side of a photo as phones send it: enough to see a stove, little enough for a weak network. */
export const MAX_PIXELS = 1600;

interface Step {
  /** Column of the answers; unique in the form. */
  readonly name: string;
  /** Asked only while this holds. */
  readonly relevant?: Expression | undefined;
}

/** Something that a person answers. */
export interface Question extends Step {
  readonly kind: 'question';
  readonly type:
    | 'integer'
    | 'decimal'
    | 'text'
    | 'date'
    | 'geopoint'
    | 'image'
    | 'select_one'
    | 'select_multiple'
    | 'select_household';
  readonly label: Words;
  readonly hint?: Words | undefined;
  readonly required: boolean;
  readonly constraint?: { readonly holds: Expression; readonly otherwise: Words } | undefined;
  /** Of a question with choices: the list that they stand in. */
  readonly list?: string | undefined;
  /** Of the question for the household: which rows of the list are offered, by a column and the question that it must equal. */
  readonly filter?: { readonly column: string; readonly question: string } | undefined;
}

/** Something that is shown. */
export interface Note extends Step {
  readonly kind: 'note';
  readonly label: Words;
}

/** Something that the phone works out. */
export interface Calculation extends Step {
  readonly kind: 'calculation';
  readonly is: Expression;
}

/** Something that the phone knows. */
export interface Preloaded extends Step {
  readonly kind: 'preloaded';
  readonly type: 'start' | 'end' | 'today';
}

/** Steps that are asked, or not, together. */
export interface Group extends Step {
  readonly kind: 'group';
  readonly label: Words;
  readonly steps: readonly FormStep[];
}

export type FormStep = Question | Note | Calculation | Preloaded | Group;

/** A form as data: what is printed as XLSForm and XForm, and what interviews are simulated with. */
export interface FormModel {
  /** Without blanks, such as `stove_use_5c1d2b7e`. */
  readonly formId: string;
  /** yyyymmddNN; never given twice to one form. */
  readonly version: string;
  readonly title: string;
  /** The first is the one that a phone begins with. */
  readonly languages: readonly [Language, ...Language[]];
  readonly lists: Readonly<Record<string, readonly Choice[]>>;
  /** Name of the list of households, which is a file beside the form: `households_<formId>`. */
  readonly households: string;
  readonly steps: readonly FormStep[];
  /** Of whom something is measured among those who agreed; everybody where it is absent. */
  readonly measured?: Expression | undefined;
  /** Of a kitchen test: kilograms of dry wood that one of each other fuel stands for. Absent from forms of before. */
  readonly equivalents?: Readonly<Record<string, number>>;
  /** What names a submission for people. */
  readonly instanceName: Expression;
}

/** All steps with the groups that they stand in, in the order of the form. */
export function* stepsOf(
  steps: readonly FormStep[],
  groups: readonly Group[] = [],
): Generator<{ readonly step: FormStep; readonly groups: readonly Group[] }> {
  for (const step of steps) {
    yield { step, groups };
    if (step.kind === 'group') yield* stepsOf(step.steps, [...groups, step]);
  }
}

/** The path of each step in the document of answers, such as `/data/interview/days`. */
export function pathsOf(model: FormModel): ReadonlyMap<string, string> {
  return new Map(
    [...stepsOf(model.steps)].map(({ step, groups }) => [
      step.name,
      `/data/${[...groups.map(({ name }) => name), step.name].join('/')}`,
    ]),
  );
}
