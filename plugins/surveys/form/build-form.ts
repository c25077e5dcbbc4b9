import { answer, type Expression, is, text, when } from './expression.js';
import { type Choice, type FormModel, type FormStep, stepsOf, type Words } from './form-model.js';
import type { Language } from './languages.js';
import { type OwnQuestion, ownSteps } from './own-questions.js';
import { TEMPLATES, type TemplateName } from './templates/index.js';
import { type Equivalents, kitchenTestOf } from './templates/kitchen-test.js';
import { arrival, DEPARTURE, VISIT_LISTS } from './templates/visit.js';

export interface FormRequest {
  readonly formId: string;
  readonly version: string;
  readonly template: TemplateName;
  readonly title?: string | undefined;
  readonly languages: readonly [Language, ...Language[]];
  /** Who visits; with two or more, each is offered the households of their own list. */
  readonly enumerators: readonly string[];
  /** Of a kitchen test. */
  readonly equivalents?: Equivalents | undefined;
  /** Asked after those of the template. */
  readonly questions: readonly OwnQuestion[];
}

/**
 * The form of a survey: arrival, consent, the interview of the template with questions of one's own, place and remarks. What
 * it measures stands in the columns that readings are read from: `household`, `stratum`, `today`, `status`, `value`.
 * @throws OracleError `invalid_request` naming a question that cannot be asked so
 */
export function buildForm(request: FormRequest): FormModel {
  const { formId, version, languages, enumerators, questions } = request;
  const template =
    request.template === 'kitchen_test'
      ? kitchenTestOf(request.equivalents ?? {})
      : TEMPLATES[request.template];
  const households = `households_${formId}`;
  const several = enumerators.length > 1;
  const lists: Readonly<Record<string, readonly Choice[]>> = {
    ...VISIT_LISTS,
    ...template.lists,
    ...(several && { enumerators: enumerators.map((name) => sameInAll(enumeratorCode(name), name)) }),
  };
  const before = [...arrival(several, households), ...template.steps];
  const reserved: FormStep[] = [...before, VALUE(template.value), ...DEPARTURE];
  const own = ownSteps(questions, namesOf(reserved, lists), languages);
  const interview: FormStep = {
    kind: 'group',
    name: 'interview',
    label: template.label,
    relevant: is('consent', 'yes'),
    steps: [...template.steps, ...own.steps],
  };
  return {
    formId,
    version,
    title: request.title ?? wordsIn(template.title, languages),
    languages,
    households,
    lists: { ...lists, ...own.lists },
    steps: [...arrival(several, households), interview, VALUE(template.value), ...DEPARTURE],
    ...(template.measured !== undefined && { measured: template.measured }),
    ...(request.template === 'kitchen_test' && { equivalents: { ...request.equivalents } }),
    instanceName: {
      kind: 'joined',
      of: [answer('household'), text(' '), answer('status')],
    },
  };
}

/** The value of who agreed; nothing of who did not. */
const VALUE = (value: Expression): FormStep => ({
  kind: 'calculation',
  name: 'value',
  is: when(is('consent', 'yes'), value, text('')),
});

/** The code of an enumerator in forms and lists. */
export function enumeratorCode(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[a-z]/.test(plain) ? plain : `e_${plain}`;
}

/** A text in the first of some languages that it has. */
export function wordsIn(words: Words, languages: readonly Language[]): string {
  const language = languages.find((each) => words[each] !== undefined);
  return (language === undefined ? Object.values(words)[0] : words[language]) ?? '';
}

function sameInAll(name: string, label: string): Choice {
  return { name, label: { en: label } };
}

function namesOf(
  steps: readonly FormStep[],
  lists: Readonly<Record<string, readonly Choice[]>>,
): ReadonlyMap<string, readonly Choice[] | undefined> {
  const names = new Map<string, readonly Choice[] | undefined>([
    ['interview', undefined],
    ['meta', undefined],
    ['data', undefined],
  ]);
  for (const { step } of stepsOf(steps))
    names.set(
      step.name,
      step.kind === 'question' && step.type === 'select_one' && step.list !== undefined
        ? lists[step.list]
        : undefined,
    );
  return names;
}
