import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderShelf } from './folder-shelf.js';

it('lists what is beyond the documents that are read, with the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shelf-'));
  try {
    for (let at = 0; at < 5_002; at += 1) await writeFile(join(folder, `${10_000 + at}.md`), '');
    const shelf = folderShelf({ kind: 'documents', prefix: '', folders: [folder] });
    const documents = await shelf.list(new AbortController().signal);
    expect(documents).toHaveLength(5_002);
    expect(
      documents.filter(({ reason }) => reason !== undefined).map(({ path, reason }) => [path, reason]),
    ).toEqual([
      ['15000.md', 'is beyond the 5,000 documents that are read'],
      ['15001.md', 'is beyond the 5,000 documents that are read'],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 30_000);
