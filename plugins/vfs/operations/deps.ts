import type { CallerAccess } from '../access/caller-access.js';
import type { Vfs } from '../vfs.js';

/** What every operation works with. */
export interface OperationDeps {
  readonly vfs: Vfs;
  readonly access: CallerAccess;
}
