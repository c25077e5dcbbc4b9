import type { Expression } from '../form/expression.js';
import { type FormModel, type FormStep, type Group, type Question, stepsOf } from '../form/form-model.js';
import { cellOf, type Visit } from '../households/household-list.js';
import { type Answers, evaluate, toBoolean, type Value } from './evaluate.js';
import type { Random } from './random.js';

/** One interview from its first question to its last. */
export interface Interview {
  /** What was answered and worked out, by the names of the steps; only what is not ''. */
  readonly answers: ReadonlyMap<string, Value>;
  /** Questions that were asked, in order. */
  readonly asked: readonly string[];
  /** Required questions to which no answer was found that their constraint lets through. */
  readonly stuck: readonly string[];
  /** Seconds that it would take, by the kinds of its questions. */
  readonly seconds: number;
}

/** Seconds that a question takes on a phone, reading it aloud included; measured nowhere, meant to compare paths. */
const SECONDS: Readonly<Record<Question['type'], number>> = {
  integer: 12,
  decimal: 20,
  text: 15,
  date: 10,
  geopoint: 30,
  image: 25,
  select_one: 10,
  select_multiple: 15,
  select_household: 20,
};

/** Answers that are tried to a question before it counts as one without any. */
const TRIES = 200;

/** Leads one interview with answers by chance, as a phone would: what is not relevant is not asked and has no answer. */
export function interview(
  form: FormModel,
  visits: readonly Visit[],
  codeOf: (enumerator: string) => string,
  today: string,
  random: Random,
): Interview {
  const given = new Map<string, Value>();
  const rows = new Map(visits.map((visit) => [visit.unitId, visit]));
  const answers: Answers = {
    of: (question) => given.get(question) ?? '',
    cell: (_, name, column) => cellOf(rows.get(name), column, codeOf),
    today,
  };
  const asked: string[] = [];
  const stuck: string[] = [];
  let seconds = 0;
  for (const { step, groups } of stepsOf(form.steps)) {
    if (!isRelevant(step, groups, answers)) continue;
    if (step.kind === 'preloaded') given.set(step.name, today);
    if (step.kind === 'calculation') setUnlessEmpty(given, step.name, evaluate(step.is, answers));
    if (step.kind !== 'question') continue;
    asked.push(step.name);
    seconds += SECONDS[step.type];
    if (!step.required && random.next() < 0.25) continue;
    const found = findAnswer(step, form, visits, codeOf, answers, random);
    if (found === undefined) stuck.push(step.name);
    else setUnlessEmpty(given, step.name, found);
  }
  return { answers: given, asked, stuck, seconds };
}

/** Whether a step is asked: it and every group that it stands in. */
export function isRelevant(step: FormStep, groups: readonly Group[], answers: Answers): boolean {
  return [...groups, step].every(
    ({ relevant }) => relevant === undefined || toBoolean(evaluate(relevant, answers)),
  );
}

function setUnlessEmpty(given: Map<string, Value>, name: string, value: Value): void {
  if (value !== '' && !(typeof value === 'number' && Number.isNaN(value))) given.set(name, value);
}

function findAnswer(
  question: Question,
  form: FormModel,
  visits: readonly Visit[],
  codeOf: (enumerator: string) => string,
  answers: Answers,
  random: Random,
): Value | undefined {
  const { constraint, required } = question;
  const edges = constraint === undefined ? [] : boundsIn(constraint.holds, answers);
  for (let tries = 0; tries < TRIES; tries++) {
    const tried = guess(question, form, visits, codeOf, answers, edges, random);
    if (tried === undefined || (tried === '' && required)) continue;
    if (tried === '' || constraint === undefined || toBoolean(evaluate(constraint.holds, answers, tried)))
      return tried;
  }
  return undefined;
}

/** Any answer that the question could get, whether or not its constraint lets it through. */
function guess(
  { type, list = '', filter }: Question,
  form: FormModel,
  visits: readonly Visit[],
  codeOf: (enumerator: string) => string,
  answers: Answers,
  edges: readonly number[],
  random: Random,
): Value | undefined {
  const choices = form.lists[list] ?? [];
  switch (type) {
    case 'select_household': {
      const wanted = filter && answers.of(filter.question);
      const offered = visits.filter(
        (visit) => filter === undefined || cellOf(visit, filter.column, codeOf) === wanted,
      );
      return random.one(offered)?.unitId;
    }
    case 'select_one':
      return random.one(choices)?.name;
    case 'select_multiple':
      return choices.flatMap(({ name }) => (random.next() < 0.4 ? [name] : [])).join(' ');
    case 'integer':
      return Math.round(numberNear(edges, random));
    case 'decimal':
      return Math.round(numberNear(edges, random) * 1000) / 1000;
    case 'text':
      return 'Simulated answer';
    case 'date':
      return answers.today;
    case 'geopoint':
      return '-1.2864 36.8172 0 5';
    case 'image':
      return 'photo.jpg';
  }
}

/** The edges of what is allowed themselves, numbers between them, and some outside. */
function numberNear(edges: readonly number[], random: Random): number {
  const edge = random.one(edges);
  if (edge === undefined) return random.next() * 100;
  if (random.next() < 0.3) return edge;
  const [least, most] = [Math.min(...edges), Math.max(...edges)];
  return least + (random.next() * 1.2 - 0.1) * (most - least || 10);
}

/** Numbers that a constraint compares with. */
function boundsIn(expression: Expression, answers: Answers): number[] {
  if (expression.kind === 'all' || expression.kind === 'any')
    return expression.of.flatMap((each) => boundsIn(each, answers));
  if (expression.kind !== 'compare') return [];
  return [expression.left, expression.right].flatMap((side) => {
    const value = side.kind === 'self' ? Number.NaN : Number(evaluate(side, answers));
    return Number.isFinite(value) ? [value] : [];
  });
}
