import type { AnyRoute, Contribution, Plugin } from '../plugin/index.js';
import { declaredCapabilities } from './capabilities.js';
import { labelOfRoute } from './check-contribution.js';
import type { Fault } from './fault.js';

interface Owned {
  readonly plugin: Plugin;
  readonly contribution: Contribution;
}

/** What two plugins (or one plugin twice) lay claim to by one name, of all that has names; both owners are named. */
export function checkNames(loaded: readonly Owned[]): readonly Fault[] {
  return [
    ...clashes('tool', loaded, ({ contribution: { tools } }) =>
      (tools ?? []).map(({ name }) => ({ key: name, label: `'${name}'` })),
    ),
    // Those that are no tool are called by name as well: from the command line.
    ...clashes('operation', loaded, ({ contribution: { operations } }) =>
      (operations ?? []).map(({ name }) => ({ key: name, label: `'${name}'` })),
    ),
    ...clashes('route', loaded, ({ contribution: { routes } }) =>
      (routes ?? []).map((route) => ({ key: shapeOf(route), label: labelOfRoute(route) })),
    ),
    ...clashes('service', loaded, ({ contribution: { services } }) =>
      (services ?? []).map(({ token }) => ({ key: token.name, label: `'${token.name}'` })),
    ),
    ...clashes('DID method', loaded, ({ contribution: { didDocuments } }) =>
      (didDocuments?.methods ?? []).map((method) => ({ key: method, label: `'did:${method}'` })),
    ),
    ...clashes('shareable kind', loaded, ({ contribution: { shareables } }) =>
      (shareables ?? []).map(({ kind }) => ({ key: kind, label: `'${kind}'` })),
    ),
    ...clashes('capability', loaded, ({ plugin }) =>
      declaredCapabilities(plugin).map(({ name }) => ({ key: name, label: `'${name}'` })),
    ),
    ...clashes('ability', loaded, ({ plugin }) =>
      Object.keys(plugin.abilities ?? {}).map((name) => ({ key: name, label: `'${name}'` })),
    ),
    ...clashes('kind of resource', loaded, ({ plugin }) =>
      (plugin.resources ?? []).map(({ name }) => ({ key: name, label: `'${name}'` })),
    ),
    ...clashes('resource', loaded, ({ plugin }) =>
      (plugin.resources ?? []).map(({ prefix }) => ({ key: prefix, label: prefix })),
    ),
    ...clashes('command group', loaded, ({ plugin: { name, commands = [], commandGroup } }) => {
      const key = commandGroup?.name ?? name;
      return commands.length === 0 ? [] : [{ key, label: `'${key}'` }];
    }),
  ];
}

function* clashes(
  kind: string,
  loaded: readonly Owned[],
  namesOf: (owned: Owned) => readonly { key: string; label: string }[],
): Generator<Fault> {
  const owners = new Map<string, { plugin: string; label: string }>();
  for (const owned of loaded) {
    const { plugin } = owned;
    for (const { key, label } of namesOf(owned)) {
      const first = owners.get(key);
      if (first === undefined) {
        owners.set(key, { plugin: plugin.name, label });
        continue;
      }
      const other = first.label === label ? '' : ` (there as ${first.label})`;
      const who =
        first.plugin === plugin.name
          ? `plugin '${plugin.name}' declares it twice`
          : `plugins '${first.plugin}' and '${plugin.name}' both declare it`;
      yield {
        code: 'plugin_name_taken',
        field: plugin.name,
        line: `Duplicate ${kind} ${label}: ${who}${other}. Rename one`,
      };
    }
  }
}

/** Two paths that differ only in parameter names, case or a trailing slash answer the same requests. */
function shapeOf({ method, path }: Pick<AnyRoute, 'method' | 'path'>): string {
  const shape = String(path)
    .replace(/:("[^"]*"|[\w$]+)/g, ':')
    .replace(/\*("[^"]*"|[\w$]+)/g, '*')
    .toLowerCase()
    .replace(/(?<=.)\/+$/, '');
  return `${String(method).toLowerCase()} ${shape}`;
}
