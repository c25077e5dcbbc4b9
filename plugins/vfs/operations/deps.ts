import type { Asker } from 'oracle-runtime/plugin';
import type { CallerAccess, Reach } from '../access/caller-access.js';
import type { Vfs } from '../vfs.js';

/** What every operation works with. */
export interface OperationDeps {
  readonly vfs: Vfs;
  readonly access: CallerAccess;
}

/** For whom a look is taken before a call, and where. */
export type Looking = Asker & Reach;
