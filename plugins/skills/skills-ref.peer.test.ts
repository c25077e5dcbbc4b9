import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderSkills } from './sources/folder-skills.js';
import { NOBODY } from './sources/skipped-in-words.js';

// The reference reader of Agent Skills (PyPI skills-ref): it and ours must agree on what is a skill.
const SHIPPED = fileURLToPath(new URL('./shipped', import.meta.url));
const VALIDATE = fileURLToPath(new URL('../../.cache/skills-ref/bin/agentskills', import.meta.url));

const isValid = (folder: string) =>
  new Promise<boolean>((resolve, reject) => {
    execFile(VALIDATE, ['validate', folder], (error) => {
      if (error === null) resolve(true);
      else if (typeof error.code === 'number') resolve(false);
      else reject(error);
    });
  });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skills-ref-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('takes the skills that ship', async () => {
  const names = await readdir(SHIPPED);
  expect(names.length).toBe(3);
  for (const name of names) expect(await isValid(join(SHIPPED, name)), name).toBe(true);
});

it('agrees with ours on what is one', async () => {
  const heads: Readonly<Record<string, string>> = {
    fine: 'name: fine\ndescription: Does things.',
    'with-all':
      'name: with-all\ndescription: d\nlicense: MIT\ncompatibility: git\nallowed-tools: a b\nmetadata:\n  author: me',
    fünf: 'name: fünf\ndescription: d',
    'no-name': 'description: d',
    'no-description': 'name: no-description',
    'other-name': 'name: other\ndescription: d',
    'two--hyphens': 'name: two--hyphens\ndescription: d',
    'ends-': 'name: ends-\ndescription: d',
    Capital: 'name: Capital\ndescription: d',
    'long-words': `name: long-words\ndescription: ${'d'.repeat(1_025)}`,
    'just-long': `name: just-long\ndescription: ${'d'.repeat(1_024)}`,
    'long-needs': `name: long-needs\ndescription: d\ncompatibility: ${'c'.repeat(501)}`,
    unknown: 'name: unknown\ndescription: d\nversion: "1"',
    'a-number': 'name: a-number\ndescription: 42',
    'a-yes': 'name: a-yes\ndescription: yes\nlicense: 1.0',
    'a-tag': 'name: a-tag\ndescription: !!js/function "f"',
    'a-date': 'name: a-date\ndescription: 2026-11-30',
    under_score: 'name: under_score\ndescription: d',
    'small-letters': 'name: small-letters\ndescription: d',
  };
  for (const [name, head] of Object.entries(heads)) {
    await mkdir(join(folder, name));
    const file = name === 'small-letters' ? 'skill.md' : 'SKILL.md';
    await writeFile(join(folder, name, file), `---\n${head}\n---\n\nDo it.\n`);
  }
  const { skills } = await folderSkills('oracle', [folder]).read(NOBODY, new AbortController().signal);
  const ours = new Set(skills.map(({ name }) => name));
  for (const name of Object.keys(heads))
    expect.soft(ours.has(name), name).toBe(await isValid(join(folder, name)));
  expect(ours.size).toBeGreaterThan(2);
}, 60_000);
