import { Transform } from 'node:stream';
import { createInflate, createInflateRaw } from 'node:zlib';

/**
 * Unpacks what a server calls `deflate`: the form of RFC 1950 or, as many servers mean it and every browser reads it, the bare
 * stream of RFC 1951 (RFC 9110, section 8.4.1.2). The first byte tells them apart: no packer begins a bare one like the other.
 */
export function createDeflated(): Transform {
  let inner: ReturnType<typeof createInflate> | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (inner === undefined) {
        inner = ((chunk[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
        inner.on('data', (part) => this.push(part));
        inner.on('error', (error) => this.destroy(error));
      }
      inner.write(chunk, () => done());
    },
    flush(done) {
      if (inner === undefined) return done();
      inner.once('end', () => done());
      inner.end();
    },
    destroy(error, done) {
      inner?.destroy();
      done(error);
    },
  });
}
