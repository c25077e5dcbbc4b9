import type { Kysely } from 'kysely';
import type { Clock, Logger, OracleInfo, Shares } from 'oracle-runtime/plugin';
import type { Owners } from './access/owners.js';
import type { VfsConfig } from './config.js';
import type { ContentStore } from './content/content-store.js';
import type { FileKeys } from './content/file-keys.js';
import type { Reservations } from './content/reservations.js';
import type { Changes } from './drive/changes.js';
import type { PendingChanges } from './folders/pending-changes.js';
import type { Durability } from './store/durability.js';
import type { VfsTables } from './store/tables.js';
import type { FileStore } from './types.js';

/** What every operation on files works with. */
export interface Vfs {
  readonly db: Kysely<VfsTables>;
  readonly files: FileStore;
  readonly content: ContentStore;
  readonly fileKeys: FileKeys;
  readonly owners: Owners;
  /** Who has shared a folder with whom. */
  readonly shares: Pick<Shares, 'inPlaceOf' | 'withMe' | 'byMe' | 'follow'>;
  readonly reservations: Reservations;
  readonly durability: Durability;
  readonly changes: Changes;
  /** Large folders whose rows follow. */
  readonly pending: PendingChanges;
  readonly config: VfsConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly oracle: Pick<OracleInfo, 'did' | 'entityDid' | 'origin'>;
}
