import { z } from 'zod';
import { type Fault, withoutPeriod } from '../design/faults.js';

/** A whole number. `z.int()` will not do: its fault would keep the rules about other fields from being checked. */
export function wholeNumber() {
  return z.number().refine(Number.isInteger, 'must be a whole number').meta({ type: 'integer' });
}

/**
 * Lists the faults of rules beside those of shape, so that a caller learns of all at once. Rules see unchecked input
 * and leave values of a wrong type to the shape. Contradictions and thin data have their own status and are left to
 * the computation, unless the request is invalid anyway.
 */
export function withRules<Schema extends z.ZodObject>(
  schema: Schema,
  rules: (raw: unknown) => readonly Fault[],
): Schema {
  return schema.superRefine(
    (value, ctx) => {
      const faults = rules(value);
      const invalid = ctx.issues.length > 0 || faults.some((fault) => fault.code === 'invalid_request');
      if (!invalid) return;
      const shaped = new Set(ctx.issues.map((issue) => issue.path?.join('.')));
      for (const { field, message } of faults)
        if (!shaped.has(field))
          ctx.addIssue({ code: 'custom', path: path(field), message: withoutPeriod(message) });
    },
    { when: () => true },
  );
}

function path(field: string): (string | number)[] {
  return field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
