import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from 'oracle-runtime/plugin';
import { expect, it } from 'vitest';
import { folderSkills } from './folder-skills.js';

const NOBODY = { id: 'n', scopes: new Set() } as unknown as Principal;

it('looks at each reading for what has changed, but of what ships once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folder-skills-'));
  const put = async (name: string) => {
    await mkdir(join(folder, name));
    await writeFile(
      join(folder, name, name === 'two' ? 'skill.md' : 'SKILL.md'),
      `---\nname: ${name}\ndescription: Does.\n---\nDo it.`,
    );
  };
  const sources = [folderSkills('oracle', [folder]), folderSkills('shipped', [folder])];
  const names = () =>
    Promise.all(
      sources.map(async (source) => {
        const { skills } = await source.read(NOBODY, new AbortController().signal);
        return skills.map(({ name }) => name);
      }),
    );
  try {
    await put('one');
    expect(await names()).toEqual([['one'], ['one']]);
    await put('two');
    expect(await names()).toEqual([['one', 'two'], ['one']]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
