import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { all, between, compare, type Expression, is, number, self } from './expression.js';
import type { Choice, FormStep, Question, Words } from './form-model.js';
import { LANGUAGE_CODES, type Language } from './languages.js';

/** Control characters would break the XML of a form, and lines its cells. */
const plain = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{C}*$/u, 'has characters that are not seen')
    .refine((text) => !text.includes('${'), 'has "${", which forms take for a question');

const words = z.union([
  plain(500),
  z
    .partialRecord(z.enum(LANGUAGE_CODES), plain(500))
    .refine((each) => Object.keys(each).length > 0, 'is empty'),
]);

/** Names of a form: columns of the answers and codes of choices. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,40}$/, 'is small letters, digits and _, and begins with a letter');

export const ownQuestion = z.object({
  name,
  label: words.describe('As it is asked; or one text a language, such as { en, sw }'),
  type: z.enum([
    'whole number',
    'number',
    'text',
    'date',
    'yes or no',
    'one of',
    'several of',
    'place',
    'photo',
  ]),
  choices: z
    .array(z.object({ name, label: words }))
    .min(1)
    .max(100)
    .optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  required: z.boolean().optional(),
  askedIf: z
    .object({ question: name, is: z.string().max(41) })
    .optional()
    .describe('Only when an earlier question was answered so'),
});

export type OwnQuestion = z.output<typeof ownQuestion>;

const TYPES: Readonly<Record<OwnQuestion['type'], Question['type']>> = {
  'whole number': 'integer',
  number: 'decimal',
  text: 'text',
  date: 'date',
  'yes or no': 'select_one',
  'one of': 'select_one',
  'several of': 'select_multiple',
  place: 'geopoint',
  photo: 'image',
};

export interface OwnSteps {
  readonly steps: readonly FormStep[];
  readonly lists: Readonly<Record<string, readonly Choice[]>>;
}

/**
 * Questions as a person describes them, as steps of a form.
 * @param taken names that the form has already, with the choices of each question that has some
 * @throws OracleError `invalid_request` naming the question that cannot be asked so
 */
export function ownSteps(
  questions: readonly OwnQuestion[],
  taken: ReadonlyMap<string, readonly Choice[] | undefined>,
  languages: readonly [Language, ...Language[]],
): OwnSteps {
  const known = new Map(taken);
  const lists: Record<string, readonly Choice[]> = {};
  const steps = questions.map((asked, row): FormStep => {
    const refuse = (field: string, message: string): never => refused(`questions.${row}.${field}`, message);
    if (known.has(asked.name)) refuse('name', `'${asked.name}' is in the form already`);
    const list = listOf(asked, refuse);
    if (asked.choices !== undefined && list !== undefined)
      lists[list] = asked.choices.map(({ name: code, label }) => ({
        name: code,
        label: inLanguages(label, languages),
      }));
    const choices = list === undefined ? undefined : (lists[list] ?? known.get('consent'));
    const relevant = conditionOf(asked, known, refuse);
    known.set(asked.name, choices);
    return {
      kind: 'question',
      name: asked.name,
      type: TYPES[asked.type],
      label: inLanguages(asked.label, languages),
      required: asked.required ?? false,
      ...(list !== undefined && { list }),
      ...(relevant !== undefined && { relevant }),
      ...boundsOf(asked, refuse),
    };
  });
  return { steps, lists };
}

type Refuse = (field: string, message: string) => never;

function listOf({ name: own, type, choices }: OwnQuestion, refuse: Refuse): string | undefined {
  if (type === 'yes or no') return 'yes_no';
  if (type !== 'one of' && type !== 'several of') {
    if (choices !== undefined) refuse('choices', `are of no use to a question for a ${type}`);
    return undefined;
  }
  const codes = (choices ?? []).map((choice) => choice.name);
  if (codes.length === 0) refuse('choices', 'are missing: what can be answered?');
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice !== undefined) refuse('choices', `has '${twice}' twice`);
  return `${own}_choices`;
}

function conditionOf(
  { askedIf, name: own }: OwnQuestion,
  known: ReadonlyMap<string, readonly Choice[] | undefined>,
  refuse: Refuse,
): Expression | undefined {
  if (askedIf === undefined) return undefined;
  const choices = known.get(askedIf.question);
  if (choices === undefined)
    return refuse(
      'askedIf.question',
      `'${askedIf.question}' is no question with choices that comes before '${own}'`,
    );
  if (!choices.some((choice) => choice.name === askedIf.is))
    return refuse(
      'askedIf.is',
      `'${askedIf.is}' is no choice of '${askedIf.question}': ${choices.map((each) => each.name).join(', ')}`,
    );
  return is(askedIf.question, askedIf.is);
}

function boundsOf({ type, min, max }: OwnQuestion, refuse: Refuse): Pick<Question, 'constraint'> {
  if (min === undefined && max === undefined) return {};
  if (type !== 'number' && type !== 'whole number') refuse('min', `a ${type} has no bounds`);
  if (min !== undefined && max !== undefined) {
    if (min > max) refuse('max', `${max} is below the smallest answer, ${min}`);
    return { constraint: { holds: between(min, max), otherwise: RANGE(`${min} – ${max}`) } };
  }
  if (min !== undefined)
    return { constraint: { holds: all(compare(self, '>=', number(min))), otherwise: RANGE(`≥ ${min}`) } };
  return { constraint: { holds: all(compare(self, '<=', number(max ?? 0))), otherwise: RANGE(`≤ ${max}`) } };
}

/** Bounds read alike in every language. */
const RANGE = (bounds: string): Words =>
  Object.fromEntries(LANGUAGE_CODES.map((language) => [language, bounds]));

function inLanguages(label: OwnQuestion['label'], [first]: readonly [Language, ...Language[]]): Words {
  if (typeof label === 'string') return { [first]: label };
  return label;
}

function refused(field: string, message: string): never {
  throw new OracleError('invalid_request', {
    detail: `${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
