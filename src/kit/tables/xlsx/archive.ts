import { crc32 } from 'node:zlib';
import yauzl, { type Entry } from 'yauzl';
import { nextTurn } from '../../turns.js';
import { unreadable } from '../table.js';
import { decodeText } from '../table-text.js';

/** The compressed file is held in memory. */
const MAX_FILE_BYTES = 2 ** 27;
const AS_CSV = 'Save the sheet as CSV UTF-8 and send that: a CSV may have any size.';

/** The parts of an Office file (a ZIP archive) by their paths, which differ in more than case. */
export interface Archive {
  /**
   * The text of a part, as it is inflated; undefined when there is no such part. A part that is larger than `maxBytes`,
   * by what the archive declares or in truth, is refused.
   */
  read(path: string, maxBytes: number): AsyncIterable<string> | undefined;
}

/** @throws whatever yauzl says of a damaged archive; TableFault for one that is too large */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName.toLowerCase();
    // Readers differ in which of two they take, so one of them would not see what an auditor sees.
    if (entries.has(path)) throw new Error(`two parts are called ${entry.fileName}`);
    entries.set(path, entry);
  }

  async function* inflate(entry: Entry): AsyncGenerator<Buffer> {
    let crc = 0;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc);
      yield chunk;
      // What was stored and not deflated comes all at once; others wait for their turn.
      await nextTurn();
    }
    if (crc !== entry.crc32) throw new Error(`${entry.fileName} differs from its checksum`);
  }
  return {
    read(path, maxBytes) {
      const entry = entries.get(path.toLowerCase());
      if (entry === undefined) return undefined;
      // yauzl holds a part to the size that it declares.
      if (entry.uncompressedSize > maxBytes)
        throw unreadable(`the workbook unfolds to more than ${maxBytes / 2 ** 20} MiB`, AS_CSV);
      return decodeText(inflate(entry));
    },
  };
}

/** The whole file. @throws TableFault for one that is too large */
export async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_FILE_BYTES)
      throw unreadable(`the workbook is larger than ${MAX_FILE_BYTES / 2 ** 20} MiB`, AS_CSV);
  }
  return Buffer.concat(chunks, size);
}
