import { UnreadableDocument } from './document-text.js';

/**
 * The parts of a Word document by their names: what comes out of the archive, not what its directory claims.
 * @param most bytes that they may have together
 * @throws UnreadableDocument for what is no archive, and for what is more
 */
export async function docxParts(bytes: Uint8Array, most: number): Promise<Map<string, Buffer>> {
  const { default: yauzl } = await import('yauzl');
  const parts = new Map<string, Buffer>();
  let total = 0;
  try {
    const archive = await yauzl.fromBufferPromise(Buffer.from(bytes), {
      lazyEntries: true,
      validateEntrySizes: true,
    });
    for await (const entry of archive.eachEntry()) {
      const stream = await archive.openReadStreamPromise(entry);
      const pieces: Uint8Array[] = [];
      for await (const piece of stream) {
        pieces.push(piece as Uint8Array);
        total += (piece as Uint8Array).length;
        if (total > most) {
          stream.destroy();
          throw new UnreadableDocument(`unpacks to more than ${most / 1024 ** 2} MB`);
        }
      }
      parts.set(entry.fileName, Buffer.concat(pieces));
    }
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument('is no whole Word document');
  }
  return parts;
}
