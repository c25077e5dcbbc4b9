import { didYouMean } from '../kit/nearest-name.js';
import type { Contribution, Plugin } from '../plugin/index.js';
import { labelOfRoute } from './check-contribution.js';
import { type Fault, pluginFaults } from './fault.js';
import { CORE_SCOPES } from './reserved-names.js';

/**
 * Scopes that something asks for and no plugin declares: nobody could be granted them, so nobody but the owner could
 * ever call it. A plugin that does not load still declares its own. A scope means what the plugin that declares it says, so
 * only those that depend on it may ask for it.
 */
export function checkScopes(
  loaded: readonly { readonly plugin: Plugin; readonly contribution: Contribution }[],
  all: readonly Plugin[],
): readonly Fault[] {
  const owners = new Map(all.flatMap((plugin) => scopesOf(plugin).map((scope) => [scope, plugin.name])));
  const known = new Set([...Object.keys(CORE_SCOPES), ...owners.keys()]);
  return loaded.flatMap(({ plugin, contribution }) =>
    pluginFaults(
      plugin,
      askers(contribution).flatMap(({ what, scope }) =>
        scope === undefined || reachable(plugin, all).has(scope)
          ? []
          : [`has ${what} with the scope '${scope}', ${whyNot(scope, known, owners.get(scope))}`],
      ),
    ),
  );
}

function scopesOf({ scopes = {}, abilities = {} }: Plugin): readonly string[] {
  return [...Object.keys(scopes), ...Object.keys(abilities)];
}

/** Of the runtime, of the plugin itself and of those that it lists. */
function reachable(
  { name, dependsOn = [], softDependsOn = [] }: Plugin,
  all: readonly Plugin[],
): ReadonlySet<string> {
  const near = new Set([name, ...dependsOn, ...softDependsOn]);
  return new Set([
    ...Object.keys(CORE_SCOPES),
    ...all.filter((plugin) => near.has(plugin.name)).flatMap(scopesOf),
  ]);
}

function whyNot(scope: string, known: ReadonlySet<string>, owner: string | undefined): string {
  return owner === undefined
    ? `which no plugin declares.${didYouMean(scope, known)} Add it to scopes, or give it to testContext as one of \`scopes\` where the plugin that declares it is not there`
    : `which is that of plugin '${owner}'. Add '${owner}' to dependsOn or softDependsOn, or declare a scope of its own`;
}

/** Scopes that are told in two ways: whoever makes a key would read one of them, and grant both. */
export function checkScopeWords(plugins: readonly Plugin[]): readonly Fault[] {
  const told = new Map(
    Object.entries(CORE_SCOPES).map(([scope, words]) => [scope, { words, who: 'the runtime' }]),
  );
  const faults: Fault[] = [];
  for (const plugin of plugins) {
    for (const [scope, words] of Object.entries(plugin.scopes ?? {})) {
      const first = told.get(scope);
      if (first === undefined) told.set(scope, { words, who: `plugin '${plugin.name}'` });
      else if (first.words !== words)
        faults.push(
          ...pluginFaults(plugin, [
            `declares the scope '${scope}' as '${words}', and ${first.who} as '${first.words}'. Leave it to one of them: whoever depends on a plugin may ask for its scopes`,
          ]),
        );
    }
  }
  return faults;
}

/** Whatever asks for a scope. The tools and routes of operations are among the others, so each scope is named once. */
function askers({ operations = [], tools = [], routes = [] }: Contribution) {
  const said = new Set(operations.map(({ scope }) => scope));
  const rest = [
    ...tools.map(({ name, scope }) => ({ what: `a tool '${name}'`, scope })),
    ...routes.map((route) => ({ what: `a route ${labelOfRoute(route)}`, scope: route.scope })),
  ];
  return [
    ...operations.map(({ name, scope }) => ({ what: `an operation '${name}'`, scope })),
    ...rest.filter(({ scope }) => !said.has(scope)),
  ];
}
