import type { Clock, PluginContext, Signer } from 'oracle-runtime/plugin';
import type { ChartService } from '../../charts/service.js';
import type { DesignService } from '../../sampling/service.js';
import type { PreferenceService } from '../../user-preferences/service.js';
import type { FileService } from '../../vfs/service.js';
import type { ApartVerifier } from '../verification/verify-apart.js';

/** What the operations share; a service is undefined when its plugin is off. */
export interface ReportParts {
  readonly designs: DesignService | undefined;
  readonly files: FileService | undefined;
  readonly charts: ChartService | undefined;
  readonly preferences: PreferenceService | undefined;
  readonly verifier: ApartVerifier;
  readonly oracle: Pick<PluginContext['oracle'], 'publicUrl'>;
  readonly clock: Clock;
  readonly signer: Signer | undefined;
}
