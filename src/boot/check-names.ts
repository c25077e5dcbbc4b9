import type { AnyRoute, Contribution } from '../plugin/index.js';
import { labelOfRoute } from './check-contribution.js';
import type { Fault } from './fault.js';

interface Owned {
  readonly plugin: { readonly name: string };
  readonly contribution: Contribution;
}

/** Tools, routes and services whose name two plugins (or one plugin twice) lay claim to; both owners are named. */
export function checkNames(loaded: readonly Owned[]): readonly Fault[] {
  return [
    ...clashes('tool', loaded, ({ tools }) =>
      (tools ?? []).map(({ name }) => ({ key: name, label: `'${name}'` })),
    ),
    ...clashes('route', loaded, ({ routes }) =>
      (routes ?? []).map((route) => ({ key: shapeOf(route), label: labelOfRoute(route) })),
    ),
    ...clashes('service', loaded, ({ services }) =>
      (services ?? []).map(({ token }) => ({ key: token.name, label: `'${token.name}'` })),
    ),
  ];
}

function* clashes(
  kind: string,
  loaded: readonly Owned[],
  namesOf: (contribution: Contribution) => readonly { key: string; label: string }[],
): Generator<Fault> {
  const owners = new Map<string, { plugin: string; label: string }>();
  for (const { plugin, contribution } of loaded) {
    for (const { key, label } of namesOf(contribution)) {
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
