import { OracleError } from 'oracle-runtime/plugin';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ENTRIES = 5_000;

/**
 * Parts of a ZIP archive, by name: those that are listed, or all. What unpacks to more than 64 MiB is refused as it
 * unpacks, whatever its directory says, and so is what holds a name twice: programs differ in which of the two they show.
 * @throws OracleError `invalid_request` for what is no such archive
 */
export async function readParts(
  bytes: Uint8Array,
  wanted?: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const { default: yauzl } = await import('yauzl');
  const parts = new Map<string, Buffer>();
  const names = new Set<string>();
  let total = 0;
  try {
    const archive = await yauzl.fromBufferPromise(Buffer.from(bytes), {
      lazyEntries: true,
      validateEntrySizes: true,
    });
    for await (const entry of archive.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (names.has(name)) throw new RangeError(`it holds ${entry.fileName} twice`);
      if (names.add(name).size > MOST_ENTRIES) throw new RangeError('it has too many parts');
      if (name.endsWith('/') || wanted?.includes(entry.fileName) === false) continue;
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
