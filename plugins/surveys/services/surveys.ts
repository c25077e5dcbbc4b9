import type { Kysely } from 'kysely';
import type { Clock, Keys, Logger, OracleInfo, Principal, Shares } from 'oracle-runtime/plugin';
import type { DesignService } from '../../sampling/service.js';
import type { FileService } from '../../vfs/service.js';
import type { FormsStore, KeptForm } from '../store/forms-store.js';
import type { KeysStore } from '../store/keys-store.js';
import type { SubmissionsStore } from '../store/submissions-store.js';
import type { SurveysTables } from '../store/tables.js';

/** What the operations work with. */
export interface Surveys {
  readonly db: Kysely<SurveysTables>;
  readonly forms: FormsStore;
  readonly phones: KeysStore;
  readonly submissions: SubmissionsStore;
  readonly designs: DesignService;
  readonly files: FileService;
  readonly shares: Shares;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly oracle: OracleInfo;
}

/** Who owns a design, where it was shared with the principal for writing; else the principal. */
export function ownerOf(
  { shares }: Pick<Surveys, 'shares'>,
  principal: Principal,
  designId: string,
): Promise<Principal> {
  return shares.inPlaceOf(principal, { kind: 'design', id: designId }, 'write');
}

/** A form of the principal's own, or of a design that was shared with them, and who owns it. @throws OracleError `not_found` */
export async function findForm(
  surveys: Pick<Surveys, 'forms' | 'shares'>,
  principal: Principal,
  formId: string,
): Promise<{ readonly form: KeptForm; readonly owner: Principal }> {
  const known = await surveys.forms.designOf(formId);
  const owner = known === undefined ? principal : await ownerOf(surveys, principal, known);
  return { form: await surveys.forms.get(owner.id, formId), owner };
}
