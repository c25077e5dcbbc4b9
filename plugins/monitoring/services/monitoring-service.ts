import type { Blobs, Clock, Logger } from 'oracle-runtime/plugin';
import type { DesignService } from '../../sampling/service.js';
import type { TaskPlans } from '../../tasks/service.js';
import type { FileService } from '../../vfs/service.js';
import type { MonitoringConfig } from '../config.js';
import type { ReportsStore } from '../store/reports-store.js';

/** What the operations share. */
export interface MonitoringService {
  readonly reports: ReportsStore;
  readonly designs: DesignService;
  /** What people keep here; undefined when the plugin `vfs` is off. */
  readonly files: FileService | undefined;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: MonitoringConfig;
  /** Has things done later; undefined when the plugin `tasks` is off. */
  readonly plans: TaskPlans | undefined;
  /** An HTTP relay of drand. */
  readonly drandUrl: string;
}
