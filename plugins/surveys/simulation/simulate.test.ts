import { describe, expect, it } from 'vitest';
import { buildForm, type FormRequest } from '../form/build-form.js';
import type { FormModel, Question } from '../form/form-model.js';
import { TEMPLATE_NAMES } from '../form/templates/index.js';
import { simulate } from './simulate.js';

const visits = Array.from({ length: 20 }, (_, at) => ({
  unitId: `HH-${at}`,
  stratum: at % 2 === 0 ? 'north' : null,
  order: at + 1,
  enumerator: at % 2 === 0 ? 'Amina' : 'Juma',
}));
const formOf = (more: Partial<FormRequest> = {}) =>
  buildForm({
    formId: 'f',
    version: '2026030101',
    template: 'stove_use',
    languages: ['en'],
    enumerators: ['Amina', 'Juma'],
    questions: [],
    ...more,
  });
const run = (form: FormModel, seed = 1) =>
  simulate(form, visits, { interviews: 1000, seed, today: '2026-03-01' });

/** The form with one of its questions changed. */
function changed(form: FormModel, name: string, change: Partial<Question>): FormModel {
  const steps = JSON.parse(JSON.stringify(form.steps), (_, value) =>
    value?.kind === 'question' && value.name === name ? { ...value, ...change } : value,
  );
  return { ...form, steps };
}

describe('1,000 simulated interviews', () => {
  it.each(TEMPLATE_NAMES)('find nothing wrong with %s, on every path of a visit', (template) => {
    const found = run(formOf({ template }));
    expect(found.faults).toEqual([]);
    expect(new Set(found.paths.map(({ status }) => status))).toEqual(
      new Set(['completed', 'refused', 'not_found', 'moved_away', 'demolished']),
    );
    expect(found.paths.reduce((sum, { interviews }) => sum + interviews, 0)).toBe(1000);
    expect(found.seconds.least).toBeLessThan(found.seconds.mean);
  });

  it('are the same for the same seed, and others for another', () => {
    expect(run(formOf())).toEqual(run(formOf()));
    expect(run(formOf(), 2).paths).not.toEqual(run(formOf()).paths);
  });

  it('find a question that nobody can be asked', () => {
    const relevant = { kind: 'all', of: [] as never[] } as const;
    const never = {
      kind: 'compare',
      sign: '=',
      left: { kind: 'number', number: 1 },
      right: { kind: 'number', number: 2 },
    } as const;
    expect(run(changed(formOf(), 'main_fuel', { relevant })).faults).toEqual([]);
    expect(run(changed(formOf(), 'main_fuel', { relevant: never })).faults).toEqual([
      "'main_fuel' was asked of nobody",
    ]);
  });

  it('find a constraint that no answer keeps, and that such interviews give no value', () => {
    const impossible = changed(formOf(), 'days_of_seven', {
      constraint: {
        holds: {
          kind: 'compare',
          sign: '>',
          left: { kind: 'number', number: 0 },
          right: { kind: 'number', number: 1 },
        },
        otherwise: { en: 'never' },
      },
    });
    expect(run(impossible).faults).toEqual([
      expect.stringContaining("'days_of_seven' must be answered, but no answer keeps its constraint"),
      expect.stringContaining('who agreed gives no value'),
    ]);
  });

  it('ask a question of one own only when its condition holds', () => {
    const form = formOf({
      questions: [
        { name: 'roof', label: 'Roof', type: 'yes or no', required: true },
        {
          name: 'rooms',
          label: 'Rooms',
          type: 'whole number',
          min: 1,
          max: 3,
          required: true,
          askedIf: { question: 'roof', is: 'yes' },
        },
      ],
    });
    const found = run(form);
    expect(found.faults).toEqual([]);
    const completed = found.paths.filter(({ status }) => status === 'completed');
    expect(new Set(completed.map(({ asked }) => asked.includes('rooms')))).toEqual(new Set([true, false]));
  });
});
