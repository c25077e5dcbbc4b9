import { fieldErrors } from '../kit/index.js';
import { type AnyTool, type ApprovalDecision, type FieldError, OracleError } from '../plugin/index.js';

/**
 * Holds arguments that a person changed to the schema of the tool, before the approval is used up: a field that the tool
 * does not read would stand in the record of what was approved. A tool that only the
 * run itself finds checks them when it is called.
 *
 * @param toolOf the tool of the held call of this id
 * @throws OracleError `invalid_request` that names every field that does not fit, as `decisions.0.args.paths`
 */
export function checkEditedArgs(
  decisions: readonly ApprovalDecision[],
  toolOf: (callId: string) => Pick<AnyTool, 'name' | 'input'> | undefined,
): void {
  const errors = decisions.flatMap(({ id, approved, args }, at) => {
    const tool = approved && args !== undefined ? toolOf(id) : undefined;
    const parsed = tool?.input.safeParse(args);
    if (parsed === undefined) return [];
    const wrong = parsed.success ? unreadFields(args, parsed.data) : fieldErrors(parsed.error);
    return wrong.map(({ field, message }) => ({
      field: ['decisions', at, 'args', ...(field === '' ? [] : [field])].join('.'),
      message,
    }));
  });
  if (errors.length === 0) return;
  const words = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new OracleError('invalid_request', {
    detail: `The changed arguments do not fit the tool: ${words}`,
    hint: 'Nothing was done and the approval is still open: decide again, with arguments that fit.',
    errors,
  });
}

/** Fields that were given and of which the schema kept nothing, at any depth. */
function unreadFields(given: unknown, read: unknown, path: readonly string[] = []): FieldError[] {
  if (!isContainer(given) || !isContainer(read)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const field = [...path, key];
    if (!Object.hasOwn(read, key)) return [{ field: field.join('.'), message: 'is no field of the tool' }];
    return unreadFields(value, read[key], field);
  });
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
