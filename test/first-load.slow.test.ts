import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
// @ts-expect-error a plain script without types
import { buildWeb } from '../scripts/build-web.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST_BYTES = 60 * 1024;

it('loads less than 60 KB of script at first, packed, and each screen when somebody goes there', async () => {
  const folder = mkdtempSync(join(ROOT, '.cache/web-'));
  try {
    const { script, imports } = (await buildWeb(relative(ROOT, folder))) as {
      script: string;
      imports: string[];
    };
    const texts = [script, ...imports].map((name) => readFileSync(join(folder, name)));
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    const first = texts.join('\n');
    for (const later of ['/v1/sampling/', '/api/fs/trash', 'sha256-ticket-v1', 'renderToString'])
      expect(first).not.toContain(later);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
