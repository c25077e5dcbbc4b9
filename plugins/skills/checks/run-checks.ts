import { fieldErrors } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { Skill } from '../format/skill.js';
import { type Check, type CheckOutcome, checksSchema } from './check.js';
import { checkTable, type Table } from './check-table.js';
import { checkValue, type Subjects } from './check-values.js';

/** Where a skill keeps its checks. */
export const CHECKS_FILE = 'assets/checks.json';

/** What checks are held against. */
export interface Evidence extends Subjects {
  readonly table?: Table | undefined;
}

/** @throws OracleError `invalid_request` for a file that holds no checks, with its faults */
export function readChecks({ name }: Pick<Skill, 'name'>, bytes: Uint8Array): readonly Check[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw unreadable(name, [{ field: CHECKS_FILE, message: 'is no JSON' }]);
  }
  const parsed = checksSchema.safeParse(value);
  if (parsed.success) return parsed.data.checks;
  throw unreadable(
    name,
    fieldErrors(parsed.error).map(({ field, message }) => ({ field: `${CHECKS_FILE} ${field}`, message })),
  );
}

/** Nobody's word is taken for it: each check looks at records and tables as the runtime has them. */
export function runChecks(checks: readonly Check[], evidence: Evidence): CheckOutcome[] {
  return checks.map((check) =>
    'table' in check ? checkTable(check, evidence.table) : checkValue(check, evidence),
  );
}

function unreadable(name: string, errors: readonly { readonly field: string; readonly message: string }[]) {
  return new OracleError('invalid_request', {
    detail: `The checks of the skill '${name}' cannot be read: ${errors[0]?.field} ${errors[0]?.message}.`,
    hint: 'docs/plugins/skills.md says what a check is.',
    errors,
  });
}
