import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** Bytes of a module as a page loads it: bundled, minified, packed. */
async function packedSize(module: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

describe('what a page loads of the client', () => {
  it('is at most 5,000 bytes, all of it', async () => {
    expect(await packedSize('./index.ts')).toBeLessThanOrEqual(5000);
  });

  it('and 5,400 for the receipts of figures, which are apart', async () => {
    expect(await packedSize('./receipts/index.ts')).toBeLessThanOrEqual(5400);
  });
});
