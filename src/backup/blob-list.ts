import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const entrySchema = z.object({
  key: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A blob of a backup: its place below `blobs/`, and what is there. */
export type BlobEntry = z.output<typeof entrySchema>;

/** Writes one line a blob, in the order of their keys. */
export async function writeBlobList(path: string, entries: Iterable<BlobEntry>): Promise<void> {
  const sorted = [...entries].sort((one, other) => (one.key < other.key ? -1 : 1));
  const file = await open(path, 'wx', 0o600);
  try {
    for (const { key, size, sha256 } of sorted)
      await file.appendFile(`${JSON.stringify({ key, size, sha256 })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function* readBlobList(path: string): AsyncGenerator<BlobEntry> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield entrySchema.parse(JSON.parse(line));
}
