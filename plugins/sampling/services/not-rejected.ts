import { OracleError } from 'oracle-runtime/plugin';
import type { DesignRecord } from '../store/design-record.js';

/**
 * What a rejected design can no longer become: the ground of a claim.
 * @param what is not done, such as `no analysis of it is declared final`
 * @throws OracleError `conflict`
 */
export function assertNotRejected({ designId, verification }: DesignRecord, what: string): void {
  if (verification.status !== 'rejected') return;
  throw new OracleError('conflict', {
    detail: `The design '${designId}' is rejected: ${what}.`,
    hint: 'Mend what the verifier rejected it for: recalculate it or design the sample again, and have that one approved.',
    errors: [{ field: 'designId', message: 'is rejected' }],
  });
}
