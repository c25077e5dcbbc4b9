import { OracleError } from 'oracle-runtime/plugin';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ENTRIES = 5_000;

/**
 * Some parts of a ZIP archive, by name: those that are listed, or that a rule takes. What unpacks to more than 64 MiB is
 * refused as it unpacks, whatever its directory says.
 * @throws OracleError `invalid_request` for what is no such archive
 */
export async function readParts(
  bytes: Uint8Array,
  wanted: readonly string[] | ((name: string) => boolean),
): Promise<ReadonlyMap<string, Buffer>> {
  const takes = typeof wanted === 'function' ? wanted : (name: string) => wanted.includes(name);
  const { default: yauzl } = await import('yauzl');
  const parts = new Map<string, Buffer>();
  let total = 0;
  let entries = 0;
  try {
    const archive = await yauzl.fromBufferPromise(Buffer.from(bytes), {
      lazyEntries: true,
      validateEntrySizes: true,
    });
    for await (const entry of archive.eachEntry()) {
      if (++entries > MOST_ENTRIES) throw new RangeError('it has too many parts');
      if (!takes(entry.fileName) || parts.has(entry.fileName)) continue;
      const pieces: Buffer[] = [];
      for await (const piece of await archive.openReadStreamPromise(entry)) {
        total += (piece as Buffer).length;
        if (total > MOST_BYTES) throw new RangeError('it unpacks to more than 64 MiB');
        pieces.push(piece as Buffer);
      }
      parts.set(entry.fileName, Buffer.concat(pieces));
    }
  } catch (cause) {
    throw new OracleError('invalid_request', {
      detail: `The file cannot be unpacked: ${cause instanceof RangeError ? cause.message : 'it is no whole document'}.`,
      errors: [{ field: 'file', message: 'cannot be unpacked' }],
      cause,
    });
  }
  return parts;
}
