import type { z } from 'zod';
import type { FieldError } from '../plugin/index.js';

/** The faults that a schema found, each by the dotted path of its field; the path of the whole is empty. */
export function fieldErrors({ issues }: z.ZodError): readonly FieldError[] {
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}
