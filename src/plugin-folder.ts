import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from './plugin/index.js';

/** A plugin with the sentences that stand in the `utterances` of its folder, as when an oracle loads it from there. */
export function withFolder(plugin: Plugin, folder: string): Plugin {
  const utterances = join(folder, 'utterances');
  if (!existsSync(utterances)) return plugin;
  const files = readdirSync(utterances).filter((name) => name.endsWith('.jsonl'));
  const texts = Object.fromEntries(
    files.map((name) => [basename(name, '.jsonl'), readFileSync(join(utterances, name), 'utf8')]),
  );
  return Object.freeze({ ...plugin, utterances: { ...texts, ...plugin.utterances } });
}
