import { fieldErrors } from '../kit/field-errors.js';
import type { Plugin } from '../plugin/index.js';
import { type Fault, reasonOf } from './fault.js';

/** Parses each plugin's part of the configuration by its own schema; an absent part is `{}`. */
export function validateSections(
  plugins: readonly Plugin[],
  config: { readonly plugins: Readonly<Record<string, unknown>>; readonly mcpServers?: unknown },
): { values: ReadonlyMap<string, unknown>; faults: readonly Fault[] } {
  const values = new Map<string, unknown>();
  const faults: Fault[] = [];
  for (const plugin of plugins) {
    const own = Object.hasOwn(config.plugins, plugin.name) ? config.plugins[plugin.name] : undefined;
    const section = plugin.section === undefined ? own : config[plugin.section];
    const place = plugin.section === undefined ? ['plugins', plugin.name] : [plugin.section];
    const add = (path: string, message: string) => {
      const field = [...place, path].filter((part) => part !== '').join('.');
      faults.push({ code: 'config_invalid', field, line: `'${field}' in the configuration: ${message}` });
    };
    if (plugin.section !== undefined && own !== undefined) {
      add('', `what stands in plugins.${plugin.name} belongs here. Move it`);
      continue;
    }
    if (plugin.config === undefined) {
      if (section !== undefined)
        add('', `plugin '${plugin.name}' takes no configuration. Remove the section`);
      continue;
    }
    try {
      const parsed = plugin.config.safeParse(section ?? {});
      if (parsed.success) values.set(plugin.name, parsed.data);
      else for (const { field, message } of fieldErrors(parsed.error)) add(field, message);
    } catch (error) {
      add('', `its schema failed: ${reasonOf(error)}`);
    }
  }
  return { values, faults };
}
