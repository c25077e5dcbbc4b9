import { enumeratorCode } from '../form/build-form.js';
import { type FormModel, stepsOf } from '../form/form-model.js';
import { cellOf, type Visit } from '../households/household-list.js';
import { evaluate, toBoolean, toNumber, toText, type Value } from '../simulation/evaluate.js';

/**
 * Whether answers keep the constraints of the form, and what the phone worked out of them, status and value among it, is what
 * the form works out. A phone does that by itself; what somebody wrote by hand need not.
 */
export function computedRight(
  form: FormModel,
  visits: readonly Visit[],
  given: ReadonlyMap<string, string>,
): boolean {
  const rows = new Map(visits.map((visit) => [visit.unitId, visit]));
  const answers = {
    of: (question: string): Value => given.get(question) ?? '',
    cell: (_: string, name: string, column: string) => cellOf(rows.get(name), column, enumeratorCode),
    today: given.get('today') ?? '',
  };
  for (const { step } of stepsOf(form.steps)) {
    const answer = given.get(step.name) ?? '';
    if (step.kind === 'calculation' && step.name !== 'stratum' && !same(answer, evaluate(step.is, answers)))
      return false;
    if (step.kind !== 'question' || answer === '' || step.constraint === undefined) continue;
    if (!toBoolean(evaluate(step.constraint.holds, answers, answer))) return false;
  }
  return true;
}

function same(sent: string, computed: Value): boolean {
  if (toText(computed) === sent) return true;
  const [a, b] = [toNumber(sent), toNumber(computed)];
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}
