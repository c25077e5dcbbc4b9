import type { Kysely } from 'kysely';
import type { Blobs, Clock, Keys, Logger } from 'oracle-runtime/plugin';
import { Owners } from './access/owners.js';
import type { VfsConfig } from './config.js';
import { ContentStore } from './content/content-store.js';
import { sweepBlobs } from './content/doomed-blobs.js';
import { FileKeys } from './content/file-keys.js';
import { Pins } from './content/pins.js';
import { Reservations } from './content/reservations.js';
import { Changes } from './drive/changes.js';
import { followChange } from './folders/follow.js';
import { PendingChanges } from './folders/pending-changes.js';
import { Durability } from './store/durability.js';
import { createFileStore } from './store/file-store.js';
import type { VfsTables } from './store/tables.js';
import type { Vfs } from './vfs.js';

export interface VfsDeps {
  readonly db: Kysely<VfsTables>;
  readonly blobs: Blobs;
  readonly keys: Keys;
  readonly config: VfsConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly oracle: Vfs['oracle'];
  readonly shares: Vfs['shares'];
}

/** Wires the file system of one process. `sweep` deletes bytes that nothing refers to any more. */
export function createVfs(deps: VfsDeps): Vfs & { sweep(): Promise<number> } {
  const { db, blobs, clock } = deps;
  const fileKeys = new FileKeys(deps.keys);
  const content = new ContentStore(db, blobs, fileKeys, clock);
  const pins = new Pins();
  const pending: PendingChanges = new PendingChanges(db, (change) => followChange(vfs, change));
  const vfs: Vfs & { sweep(): Promise<number> } = {
    db,
    files: createFileStore(db, content, pins, pending),
    content,
    fileKeys,
    owners: new Owners(db, clock),
    reservations: new Reservations(),
    durability: new Durability(db),
    changes: new Changes(),
    pending,
    config: deps.config,
    clock,
    logger: deps.logger,
    oracle: deps.oracle,
    shares: deps.shares,
    sweep: () => sweepBlobs(db, blobs, clock, (blob) => pins.has(blob)),
  };
  return vfs;
}
