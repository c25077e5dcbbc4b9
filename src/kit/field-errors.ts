import type { z } from 'zod';

/** The faults that a schema found, each by the dotted path of its field; the path of the whole is empty. */
export function fieldErrors({
  issues,
}: Pick<z.ZodError, 'issues'>): readonly { readonly field: string; readonly message: string }[] {
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}
