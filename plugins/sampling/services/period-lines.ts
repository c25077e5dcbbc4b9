import { buffer } from 'node:stream/consumers';
import type { SamplingService, StoredPeriod } from './sampling-service.js';

/** Where the readings with a hash are kept. */
export function blobOf(sha256: string): string {
  return `readings/${sha256}`;
}

/** The readings behind a stored analysis; undefined for one that is older than their keeping. */
export async function linesOf(
  { blobs }: SamplingService,
  { basis }: Pick<StoredPeriod, 'basis'>,
): Promise<string | undefined> {
  if (basis === undefined) return undefined;
  return (await buffer(await blobs.get(blobOf(basis.readingsSha256)))).toString('utf8');
}
