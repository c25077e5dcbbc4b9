import type { Blobs, Clock, Logger } from 'oracle-runtime/plugin';
import type { DesignService } from '../../sampling/service.js';
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
}
