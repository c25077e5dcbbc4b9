import { createHash } from 'node:crypto';
import { tellFile, unreadAlike } from '../store/registry-files.js';
import type { SamplingService } from './sampling-service.js';

/**
 * Registries that were stored before their files were told apart get their hash when one as long as theirs is drawn from, so
 * that the same file under two names is one list.
 */
export async function readFilesOfBefore(
  { registries, blobs, db }: SamplingService,
  registryId: string,
): Promise<void> {
  for (const id of await unreadAlike(db, registryId)) {
    const known = await registries.ofAnybody(id);
    if (known === undefined) continue;
    const hash = createHash('sha256');
    for await (const chunk of await blobs.get(known.document.blob)) hash.update(chunk as Buffer);
    await tellFile(db, id, hash.digest('hex'));
  }
}
