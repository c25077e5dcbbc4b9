import { hasScope, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { StoveUseService } from '../service.js';
import type { MonitoringService } from './monitoring-service.js';

/** Reports of stove use for other plugins, by the same store as the operations. */
export function createStoveUseService({ reports }: MonitoringService): StoveUseService {
  return {
    report: async (principal, reportId) => reports.get(allowed(principal).id, reportId),
    ofDesign: async (principal, designId) =>
      (await reports.list(allowed(principal).id, { limit: 100 }, designId)).items,
  };
}

/** @throws OracleError `forbidden`; an operation is guarded by its scope, a service guards itself */
function allowed(principal: Principal): Principal {
  if (hasScope(principal, 'monitoring')) return principal;
  throw new OracleError('forbidden', {
    detail: 'Reports of stove use need the scope `monitoring`.',
    hint: 'Use a credential that holds it.',
  });
}
