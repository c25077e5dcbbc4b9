import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePrivateFile } from './private-file.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'private-file-'));
});
afterEach(() => rm(dir, { recursive: true }));

describe('a private file', () => {
  it('is for its owner alone, with its folder, and leaves nothing beside it', async () => {
    const path = join(dir, 'data', 'key.json');
    await writePrivateFile(path, 'secret', 'keep');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'data'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(dir, 'data'))).toEqual(['key.json']);
  });

  it('stays when another was first, or is replaced as a whole', async () => {
    const path = join(dir, 'key.json');
    await Promise.all(['a', 'b', 'c'].map((text) => writePrivateFile(path, text, 'keep')));
    const first = await readFile(path, 'utf8');
    await writePrivateFile(path, 'later', 'keep');
    expect(await readFile(path, 'utf8')).toBe(first);
    await writePrivateFile(path, 'new', 'replace');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(dir)).toEqual(['key.json']);
  });

  it('fails with what the file system says', async () => {
    await writePrivateFile(join(dir, 'file'), '', 'keep');
    await expect(writePrivateFile(join(dir, 'file', 'below'), '', 'keep')).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
  });
});
