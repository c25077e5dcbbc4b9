import { fieldErrors, knownFieldsOnly } from '../kit/index.js';
import { type AnyTool, type ApprovalDecision, OracleError } from '../plugin/index.js';

/**
 * Holds arguments that a person changed to the schema of the tool, before the approval is used up. A tool that only the
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
    const parsed = tool && knownFieldsOnly(tool.input).safeParse(args);
    if (parsed === undefined || parsed.success) return [];
    return fieldErrors(parsed.error).map(({ field, message }) => ({
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
