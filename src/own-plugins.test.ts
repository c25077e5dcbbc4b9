import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOwnPlugins } from './own-plugins.js';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'own-plugins-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const load = (shipped: readonly string[] = []) =>
  loadOwnPlugins(join(project, 'src/plugins'), project, new Set(shipped));
function write(folder: string, name: string): void {
  mkdirSync(join(project, 'src/plugins', folder), { recursive: true });
  const text = `export default { name: '${name}', version: '1.0.0', manifest: {} };`;
  writeFileSync(join(project, 'src/plugins', folder, 'index.mjs'), text);
}

it('takes each folder for a plugin, and none where there is no folder', async () => {
  expect(await load()).toEqual([]);
  write('rain', 'rain');
  write('_draft', 'rain');
  expect((await load()).map(({ name }) => name)).toEqual(['rain']);
});

it('names the files of two plugins of one name', async () => {
  write('rain', 'rain');
  await expect(load(['rain'])).rejects.toMatchObject({
    code: 'plugin_name_taken',
    detail: "Two plugins are named 'rain': one that ships with the runtime and src/plugins/rain/index.mjs.",
    hint: 'Rename that of src/plugins/rain/index.mjs.',
  });
  write('wet', 'rain');
  await expect(load()).rejects.toMatchObject({
    detail: "Two plugins are named 'rain': src/plugins/rain/index.mjs and src/plugins/wet/index.mjs.",
  });
});
