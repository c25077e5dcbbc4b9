import { writeWorkbook } from 'oracle-runtime/kit';
import { wordsIn } from '../form/build-form.js';
import { type FormModel, type FormStep, MAX_PIXELS, type Question, type Words } from '../form/form-model.js';
import { languageName } from '../form/languages.js';
import { printExpression } from '../form/print-expression.js';

const reference = (question: string) => `\${${question}}`;

/** Columns of the sheet `survey` that hold one text a language. */
const TRANSLATED = ['label', 'hint', 'constraint_message'] as const;
const PLAIN = [
  'type',
  'name',
  'required',
  'relevant',
  'constraint',
  'calculation',
  'appearance',
  'choice_filter',
  'parameters',
] as const;

type Row = Readonly<Partial<Record<(typeof PLAIN)[number], string>>> &
  Readonly<Partial<Record<(typeof TRANSLATED)[number], Words>>>;

/**
 * The form as an XLSForm workbook, for ODK Central and KoboToolbox; the list of households goes beside it as
 * `<households>.csv`. Cells are texts, never formulas, whatever they begin with.
 * @param modifiedAt milliseconds since the epoch
 */
export function writeXlsForm(form: FormModel, modifiedAt: number): Promise<Buffer> {
  const { languages } = form;
  const translated = (column: string) => languages.map((language) => `${column}::${languageName(language)}`);
  const texts = (words: Words | undefined) =>
    languages.map((language) =>
      words === undefined ? null : (words[language] ?? wordsIn(words, languages)),
    );
  const rows = [...rowsOf(form.steps, form)].map((row) => [
    ...PLAIN.map((column) => row[column] ?? null),
    ...TRANSLATED.flatMap((column) => texts(row[column])),
  ]);
  const choices = Object.entries(form.lists).flatMap(([list, each]) =>
    each.map(({ name, label }) => [list, name, ...texts(label)]),
  );
  return writeWorkbook(
    [
      { name: 'survey', rows: [[...PLAIN, ...TRANSLATED.flatMap(translated)], ...rows] },
      { name: 'choices', rows: [['list_name', 'name', ...translated('label')], ...choices] },
      {
        name: 'settings',
        rows: [
          ['form_title', 'form_id', 'version', 'instance_name', 'default_language'],
          [
            form.title,
            form.formId,
            form.version,
            printExpression(form.instanceName, reference),
            languageName(languages[0]),
          ],
        ],
      },
    ],
    modifiedAt,
  );
}

function* rowsOf(steps: readonly FormStep[], form: FormModel): Generator<Row> {
  for (const step of steps) {
    const relevant = step.relevant && { relevant: printExpression(step.relevant, reference) };
    switch (step.kind) {
      case 'preloaded':
        yield { type: step.type, name: step.name };
        break;
      case 'note':
        yield { type: 'note', name: step.name, label: step.label, ...relevant };
        break;
      case 'calculation':
        yield {
          type: 'calculate',
          name: step.name,
          calculation: printExpression(step.is, reference),
          ...relevant,
        };
        break;
      case 'group':
        yield { type: 'begin_group', name: step.name, label: step.label, ...relevant };
        yield* rowsOf(step.steps, form);
        yield { type: 'end_group' };
        break;
      case 'question':
        yield { ...questionRow(step), ...relevant };
    }
  }
}

function questionRow({ type, name, label, hint, required, constraint, list, filter }: Question): Row {
  return {
    type:
      type === 'select_household'
        ? `select_one_from_file ${list}.csv`
        : type === 'select_one' || type === 'select_multiple'
          ? `${type} ${list}`
          : type,
    name,
    label,
    ...(hint && { hint }),
    ...(required && { required: 'yes' }),
    ...(constraint && {
      constraint: printExpression(constraint.holds, reference),
      constraint_message: constraint.otherwise,
    }),
    ...(type === 'select_household' && { appearance: 'minimal autocomplete' }),
    ...(type === 'image' && { parameters: `max-pixels=${MAX_PIXELS}` }),
    ...(filter && { choice_filter: `${filter.column} = ${reference(filter.question)}` }),
  };
}
