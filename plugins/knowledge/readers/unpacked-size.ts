import { UnreadableDocument } from './document-text.js';

/**
 * Bytes that a ZIP archive unpacks to: what comes out, not what its directory claims. Stops once it is more than `most`.
 * @throws UnreadableDocument for what is no archive
 */
export async function unpackedSize(bytes: Uint8Array, most: number): Promise<number> {
  const { default: yauzl } = await import('yauzl');
  let total = 0;
  try {
    const archive = await yauzl.fromBufferPromise(Buffer.from(bytes), {
      lazyEntries: true,
      validateEntrySizes: true,
    });
    for await (const entry of archive.eachEntry()) {
      if (total > most) return total;
      const stream = await archive.openReadStreamPromise(entry);
      for await (const piece of stream) {
        total += (piece as Uint8Array).length;
        if (total > most) {
          stream.destroy();
          return total;
        }
      }
    }
  } catch {
    throw new UnreadableDocument('is no whole Word document');
  }
  return total;
}
