import { enumeratorCode } from '../form/build-form.js';
import { type FormModel, stepsOf } from '../form/form-model.js';
import type { Visit } from '../households/household-list.js';
import { evaluate, toBoolean } from './evaluate.js';
import { type Interview, interview } from './interview.js';
import { seededRandom } from './random.js';

/** Interviews that went the same way: the same questions in the same order. */
export interface PathOfInterviews {
  /** How the visit ended. */
  readonly status: string;
  readonly interviews: number;
  readonly questions: number;
  readonly seconds: number;
  /** What was asked. */
  readonly asked: readonly string[];
}

export interface Simulation {
  readonly interviews: number;
  readonly seed: number;
  /** The most frequent first. */
  readonly paths: readonly PathOfInterviews[];
  /** Seconds: the shortest, the mean and the longest interview. */
  readonly seconds: { readonly least: number; readonly mean: number; readonly most: number };
  /** What is wrong with the form; empty when nothing was found. */
  readonly faults: readonly string[];
}

/** Ways that an answer lists. */
const MOST_PATHS = 20;

/**
 * Leads interviews with answers by chance through a form: whether each comes to its end, whether each question is asked of
 * somebody, whether required ones can be answered within their constraint, and whether what is measured comes out of exactly
 * those that agreed.
 */
export function simulate(
  form: FormModel,
  visits: readonly Visit[],
  { interviews, seed, today }: { readonly interviews: number; readonly seed: number; readonly today: string },
): Simulation {
  const random = seededRandom(seed);
  const paths = new Map<string, { -readonly [K in keyof PathOfInterviews]: PathOfInterviews[K] }>();
  const faults = new Map<string, number>();
  const met = new Set<string>();
  const times: number[] = [];
  for (let at = 0; at < interviews; at++) {
    const led = interview(form, visits, enumeratorCode, today, random);
    for (const fault of faultsOf(led, form, today)) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    for (const question of led.asked) met.add(question);
    times.push(led.seconds);
    const status = String(led.answers.get('status') ?? '');
    const key = `${status} ${led.asked.join(' ')}`;
    const path = paths.get(key);
    if (path !== undefined) path.interviews += 1;
    else
      paths.set(key, {
        status,
        interviews: 1,
        questions: led.asked.length,
        seconds: led.seconds,
        asked: led.asked,
      });
  }
  const never = [...stepsOf(form.steps)].flatMap(({ step }) =>
    step.kind === 'question' && !met.has(step.name) ? [`'${step.name}' was asked of nobody`] : [],
  );
  return {
    interviews,
    seed,
    paths: [...paths.values()].toSorted((a, b) => b.interviews - a.interviews).slice(0, MOST_PATHS),
    seconds: {
      least: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      mean: Math.round(times.reduce((a, b) => a + b, 0) / times.length),
      most: times.reduce((a, b) => Math.max(a, b), 0),
    },
    faults: [...[...faults].map(([fault, count]) => `${fault} (${count} of ${interviews})`), ...never],
  };
}

function* faultsOf({ answers, stuck }: Interview, form: FormModel, today: string): Generator<string> {
  for (const question of stuck) yield `'${question}' must be answered, but no answer keeps its constraint`;
  const status = answers.get('status');
  if (status === undefined) yield 'the interview ends without a status';
  if (answers.get('household') === undefined) yield 'the interview is of no household';
  const gives = answers.get('value') !== undefined;
  const of = { of: (question: string) => answers.get(question) ?? '', cell: () => '', today };
  const isMeasured = form.measured === undefined || toBoolean(evaluate(form.measured, of));
  if (status === 'completed' && isMeasured && !gives) yield 'who agreed gives no value';
  if (status === 'completed' && !isMeasured && gives) yield 'what is not measured gives a value';
  if (status !== 'completed' && gives) yield 'who did not agree gives a value';
}
