import type { Plugin } from '../plugin/index.js';
import { type Fault, reasonOf } from './fault.js';

/** Parses `plugins.<name>` of the configuration by each plugin's own schema; an absent section is `{}`. */
export function validateSections(
  plugins: readonly Plugin[],
  sections: Readonly<Record<string, unknown>>,
): { values: ReadonlyMap<string, unknown>; faults: readonly Fault[] } {
  const values = new Map<string, unknown>();
  const faults: Fault[] = [];
  for (const plugin of plugins) {
    const section = Object.hasOwn(sections, plugin.name) ? sections[plugin.name] : undefined;
    const add = (path: string, message: string) => {
      const field = ['plugins', plugin.name, path].filter((part) => part !== '').join('.');
      faults.push({ code: 'config_invalid', field, line: `'${field}' in the configuration: ${message}` });
    };
    if (plugin.config === undefined) {
      if (section !== undefined)
        add('', `plugin '${plugin.name}' takes no configuration. Remove the section`);
      continue;
    }
    try {
      const parsed = plugin.config.safeParse(section ?? {});
      if (parsed.success) values.set(plugin.name, parsed.data);
      else for (const issue of parsed.error.issues) add(issue.path.join('.'), issue.message);
    } catch (error) {
      add('', `its schema failed: ${reasonOf(error)}`);
    }
  }
  return { values, faults };
}
