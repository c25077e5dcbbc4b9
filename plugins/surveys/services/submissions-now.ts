import type { Principal } from 'oracle-runtime/plugin';
import { roundsOf, withoutOldDoubles } from '../reconciliation/rounds.js';
import type { KeptForm } from '../store/forms-store.js';
import type { Submission } from '../store/submissions-store.js';
import type { Surveys } from './surveys.js';

/** A page of submissions, newest first, with what is found of them now. */
export async function submissionsNow(
  { submissions, designs }: Pick<Surveys, 'submissions' | 'designs'>,
  { form, owner }: { readonly form: KeptForm; readonly owner: Principal },
  which: { readonly limit: number; readonly cursor?: string | undefined },
  only: 'with findings' | undefined,
): Promise<{ items: Submission[]; cursor?: string }> {
  const { formId } = form.model;
  const page = await submissions.list(owner.id, formId, which, only);
  if (!page.items.some(({ findings }) => findings.includes('double'))) return page;
  const roundOf = roundsOf(await designs.fieldwork(owner, form.designId, form.selectionId));
  const now = new Map(
    withoutOldDoubles(await submissions.all(owner.id, formId), roundOf).map((each) => [each.id, each]),
  );
  return { ...page, items: page.items.map((each) => now.get(each.id) ?? each) };
}
