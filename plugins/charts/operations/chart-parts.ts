import type { StoveUseService } from '../../monitoring/service.js';
import type { DesignService } from '../../sampling/service.js';
import type { PreferenceService } from '../../user-preferences/service.js';
import type { FileService } from '../../vfs/service.js';
import type { ChartDrawer } from '../charts.js';

/** What the operations share. */
export interface ChartParts {
  readonly drawer: ChartDrawer;
  /** Undefined when the plugin is off. */
  readonly designs: DesignService | undefined;
  readonly stoveUse: StoveUseService | undefined;
  readonly files: FileService | undefined;
  readonly preferences: PreferenceService | undefined;
}
