import { enumeratorCode } from '../form/build-form.js';
import { type FormModel, type Question, stepsOf } from '../form/form-model.js';
import { cellOf, type Visit } from '../households/household-list.js';
import { type Answers, evaluate, toBoolean, toNumber, toText, type Value } from '../simulation/evaluate.js';
import { isRelevant } from '../simulation/interview.js';

/**
 * Whether answers are what the form lets a phone send: each of its kind and among its choices, within its constraint, there
 * where it is required and not there where it is not asked; and what the phone worked out of them, status, stratum and value
 * among it, is what the form works out. A phone does that by itself; what somebody wrote by hand need not.
 */
export function computedRight(
  form: FormModel,
  visits: readonly Visit[],
  given: ReadonlyMap<string, string>,
): boolean {
  const rows = new Map(visits.map((visit) => [visit.unitId, visit]));
  // A household that was replaced since, or never drawn, has no row any more: that is a finding of its own.
  const listed = rows.has(given.get('household') ?? '');
  const answers: Answers = {
    of: (question) => given.get(question) ?? '',
    cell: (_, name, column) => cellOf(rows.get(name), column, enumeratorCode),
    today: given.get('today') ?? '',
  };
  for (const { step, groups } of stepsOf(form.steps)) {
    const answer = given.get(step.name) ?? '';
    if (step.kind !== 'question' && step.kind !== 'calculation') continue;
    if (!isRelevant(step, groups, answers)) {
      if (answer !== '') return false;
      continue;
    }
    if (step.kind === 'calculation') {
      const looksUp = step.is.kind === 'lookup';
      if ((listed || !looksUp) && !same(answer, evaluate(step.is, answers))) return false;
      continue;
    }
    if (answer === '') {
      if (step.required) return false;
      continue;
    }
    if (!isOfItsKind(step, answer, form)) return false;
    if (step.constraint !== undefined && !toBoolean(evaluate(step.constraint.holds, answers, answer)))
      return false;
  }
  return true;
}

function same(sent: string, computed: Value): boolean {
  if (toText(computed).trim() === sent) return true;
  const [a, b] = [toNumber(sent), toNumber(computed)];
  if (Number.isNaN(a) && Number.isNaN(b)) return sent === 'NaN';
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}

const INTEGER = /^[+-]?\d{1,15}$/;
/** As Java writes it, with an exponent where it is large or small. */
export const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

function isOfItsKind({ type, list = '' }: Question, answer: string, { lists }: FormModel): boolean {
  const choices = () => new Set((lists[list] ?? []).map(({ name }) => name));
  switch (type) {
    case 'integer':
      return INTEGER.test(answer);
    case 'decimal':
      return DECIMAL.test(answer);
    case 'date':
      return (
        /^\d{4}-\d{2}-\d{2}$/.test(answer.slice(0, 10)) && !Number.isNaN(Date.parse(answer.slice(0, 10)))
      );
    case 'geopoint':
      return isPlace(answer.split(/\s+/));
    case 'select_one':
      return choices().has(answer);
    case 'select_multiple': {
      const known = choices();
      return answer.split(/\s+/).every((each) => known.has(each));
    }
    default:
      return true;
  }
}

/** Latitude and longitude in degrees, then height and accuracy in metres. */
function isPlace(parts: readonly string[]): boolean {
  const [latitude = '', longitude = ''] = parts;
  return (
    parts.length >= 2 &&
    parts.length <= 4 &&
    parts.every((part) => DECIMAL.test(part)) &&
    Math.abs(Number(latitude)) <= 90 &&
    Math.abs(Number(longitude)) <= 180
  );
}
