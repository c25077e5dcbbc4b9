import { signal } from '@preact/signals';
import { read } from './oracle.js';

interface Report {
  readonly plugins: readonly { readonly name: string; readonly state: string }[];
}

/** Names of the plugins that this oracle has loaded; undefined until it is known. */
export const loadedPlugins = signal<ReadonlySet<string> | undefined>(undefined);

export async function learnPlugins(): Promise<void> {
  try {
    const { plugins } = await read<Report>('/health/plugins');
    loadedPlugins.value = new Set(plugins.flatMap(({ name, state }) => (state === 'loaded' ? [name] : [])));
  } catch {
    // What is not known is shown; a screen says itself what it cannot read.
  }
}

/** Whether a plugin is here, or may be. */
export function mayHave(plugin: string | undefined): boolean {
  return plugin === undefined || loadedPlugins.value?.has(plugin) !== false;
}
