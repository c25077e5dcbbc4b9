import type { Principal } from 'oracle-runtime/plugin';
import type { FactorsOfReadings } from '../../sampling/service.js';
import type { KeptForm } from '../store/forms-store.js';
import type { Submission } from '../store/submissions-store.js';
import type { Surveys } from './surveys.js';

/**
 * What each fuel stood for in the versions of a kitchen test by which readings came, for the trail of the design: whoever
 * sets it anew with answers at hand sets the mean.
 * @param sent all of the form, `counting` those that are readings
 * @returns undefined for a form that weighs nothing
 */
export async function factorsOfForms(
  surveys: Pick<Surveys, 'forms'>,
  owner: Principal,
  newest: KeptForm,
  { sent, counting }: { readonly sent: readonly Submission[]; readonly counting: readonly Submission[] },
): Promise<FactorsOfReadings[] | undefined> {
  if (newest.template !== 'kitchen_test') return undefined;
  const versions = new Map<string, KeptForm>();
  for (const version of new Set(sent.map((each) => each.version)))
    versions.set(version, (await surveys.forms.version(owner.id, newest.model.formId, version)) ?? newest);
  const factorsOf = ({ version }: Submission) => versions.get(version)?.model.equivalents;
  const kinds = new Map<string, Readonly<Record<string, number>>>();
  for (const each of counting) {
    const factors = each.value === null ? undefined : factorsOf(each);
    if (factors !== undefined) kinds.set(inOrder(factors), factors);
  }
  return [...kinds].map(([kind, factors]) => {
    const isOfKind = (each: Submission) => inOrder(factorsOf(each) ?? {}) === kind;
    const made = [...versions.values()].flatMap(({ createdAt, model: { equivalents } }) =>
      equivalents !== undefined && inOrder(equivalents) === kind ? [createdAt] : [],
    );
    const first = made.toSorted()[0] ?? '';
    return {
      factors,
      values: counting.flatMap((each) => (each.value !== null && isOfKind(each) ? [each.value] : [])),
      before: sent.flatMap((each) => {
        const theirs = factorsOf(each);
        return theirs !== undefined && !isOfKind(each) && each.value !== null && each.receivedAt < first
          ? [{ factors: theirs, value: each.value }]
          : [];
      }),
    };
  });
}

function inOrder(factors: Readonly<Record<string, number>>): string {
  return JSON.stringify(Object.entries(factors).sort(([a], [b]) => (a < b ? -1 : 1)));
}
