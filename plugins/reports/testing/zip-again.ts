import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { ArchiveBuilder, readArchive, sha256Hex } from 'oracle-runtime/kit';
import { readParts } from '../archive/read-parts.js';

/** A document with some of its parts rewritten, and others added: what a forger makes of it. */
export async function zipAgain(file: Buffer, change: (parts: Map<string, string>) => void): Promise<Buffer> {
  const parts = new Map([...(await readParts(file))].map(([name, part]) => [name, part.toString('latin1')]));
  change(parts);
  const builder = new ArchiveBuilder();
  const inOrder = [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const contents = inOrder.map(([, part]) => Buffer.from(part, 'latin1'));
  for (const [at, [name]] of inOrder.entries()) {
    const content = contents[at] ?? Buffer.alloc(0);
    const contentHash = sha256Hex(content);
    builder.add({ name, size: content.length, crc32: crc32(content), contentHash, modifiedAt: 0 });
  }
  const archive = readArchive(builder.finish(), {
    smallBytes: Number.POSITIVE_INFINITY,
    small: async (indices) => indices.map((at) => contents[at] ?? Buffer.alloc(0)),
    async *read() {},
  });
  return buffer(archive);
}
