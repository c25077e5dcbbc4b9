import type { Plugin } from '../plugin/index.js';
import type { Fault } from './fault.js';

type Ordered = Pick<Plugin, 'name' | 'dependsOn' | 'softDependsOn'>;

/**
 * Puts every plugin after what it depends on, hard or soft, and otherwise leaves the given order. Names that are
 * not in the list are passed over. Each cycle is a fault, printed as `a -> b -> a`.
 */
export function orderByDependency<P extends Ordered>(
  plugins: readonly P[],
): { ordered: readonly P[]; faults: readonly Fault[] } {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const ordered: P[] = [];
  const faults: Fault[] = [];

  function visit(plugin: P): void {
    const { name } = plugin;
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      const cycle = [...path.slice(path.indexOf(name)), name].join(' -> ');
      faults.push({
        code: 'plugin_dependency_cycle',
        field: name,
        line: `Plugins depend on each other: ${cycle}`,
      });
      return;
    }
    state.set(name, 'open');
    path.push(name);
    for (const needed of [...(plugin.dependsOn ?? []), ...(plugin.softDependsOn ?? [])]) {
      const other = byName.get(needed);
      if (other !== undefined) visit(other);
    }
    path.pop();
    state.set(name, 'done');
    ordered.push(plugin);
  }

  for (const plugin of plugins) visit(plugin);
  return { ordered, faults };
}
