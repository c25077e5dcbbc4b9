import { ORACLE_RESOURCE, type Plugin, readUtterances } from '../plugin/index.js';
import { ALLOW_CALLS, callsResource } from '../runs/decisions/calls-resource.js';
import { capabilityFaults } from './check-capabilities.js';
import { declaredPartFaults } from './check-parts.js';
import type { Fault } from './fault.js';
import { PLUGIN_KEYS, strayKeys } from './known-keys.js';
import { RESERVED_PLUGIN_NAME } from './reserved-names.js';

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const MIGRATION = /^\d{3}-[a-z0-9-]+$/;
const SCOPE = /^[a-z][a-z0-9:._-]*(\/[a-z0-9:._-]+)*$/;
const ABILITY = /^[a-z][a-z0-9-]*(\/[a-z0-9-]+)+$/;
const RESOURCE = /^[a-z][a-z0-9-]*:[a-z0-9-]+$/;

/** Two plugins of one name; both owners are told apart by their versions. */
export function checkPluginNames(plugins: readonly Plugin[]): readonly Fault[] {
  const seen = new Map<string, Plugin>();
  const faults: Fault[] = [];
  for (const plugin of plugins) {
    const first = seen.get(plugin.name);
    if (first === undefined) seen.set(plugin.name, plugin);
    else {
      faults.push({
        code: 'plugin_name_taken',
        field: plugin.name,
        line: `Two plugins are named '${plugin.name}' (versions ${first.version} and ${plugin.version}). Rename one`,
      });
    }
  }
  return faults;
}

/** What can be said of a plugin before it is set up. Its examples are checked against its tools afterwards. */
export function checkManifests(plugins: readonly Plugin[]): readonly Fault[] {
  return plugins.flatMap((plugin) =>
    [...faultsOf(plugin)].map((words) => ({
      code: 'plugin_invalid' as const,
      field: plugin.name,
      line: `Plugin '${plugin.name}' ${words}`,
    })),
  );
}

function* faultsOf(plugin: Plugin): Generator<string> {
  yield* strayKeys('declares', plugin, PLUGIN_KEYS);
  if (!KEBAB.test(plugin.name)) yield 'must have a kebab-case name, such as user-preferences';
  if (plugin.name === RESERVED_PLUGIN_NAME) yield 'has a name that the runtime keeps for itself. Rename it';
  if (!SEMVER.test(plugin.version))
    yield `has version '${plugin.version}', which is no semantic version such as 1.0.0`;
  yield* capabilityFaults(plugin);
  yield* declaredPartFaults(plugin);
  for (const variable of plugin.enabledBy ?? []) {
    if (!Object.hasOwn(plugin.env ?? {}, variable))
      yield `is enabled by '${variable}', which its env does not declare. Add it to env`;
  }
  for (const step of Object.keys(plugin.migrations ?? {})) {
    if (!MIGRATION.test(step)) yield `has a migration '${step}'; name it like 001-create-designs`;
  }
  for (const scope of Object.keys(plugin.scopes ?? {})) {
    if (!SCOPE.test(scope)) yield `declares the scope '${scope}'; write it in lower case without spaces`;
  }
  yield* abilityFaults(plugin.abilities ?? {});
  yield* resourceFaults(plugin);
  if (plugin.commandGroup !== undefined && !KEBAB.test(plugin.commandGroup.name))
    yield `has the command group '${plugin.commandGroup.name}'; name it in kebab-case`;
  for (const [language, lines] of Object.entries(plugin.utterances ?? {})) {
    for (const { line, fault } of readUtterances(lines).faults)
      yield `has an utterance that cannot be read, utterances/${language}.jsonl line ${line}: ${fault}`;
  }
  for (const command of plugin.commands ?? []) {
    if (!KEBAB.test(command.name)) yield `has a command '${command.name}'; name it in kebab-case`;
  }
  for (const { name } of plugin.checks ?? []) {
    if (!KEBAB.test(name)) yield `has a check '${name}'; name it in kebab-case`;
  }
  for (const { name } of plugin.projectSteps ?? []) {
    if (!KEBAB.test(name)) yield `has a step of new projects '${name}'; name it in kebab-case`;
  }
}

/** One segment below a scheme, so that no kind reads what is another's. */
function* resourceFaults({ resources = [], abilities = {} }: Plugin): Generator<string> {
  for (const { name, prefix, abilities: own } of resources) {
    if (!KEBAB.test(name)) yield `has a kind of resource '${name}'; name it in kebab-case`;
    if (!RESOURCE.test(prefix))
      yield `has a kind of resource '${name}' with the prefix '${prefix}'; write it like ixo:notes`;
    if (name === 'oracle' || prefix === ORACLE_RESOURCE)
      yield `has a kind of resource '${name}' (${prefix}), which is the oracle itself. Rename it`;
    if (name === callsResource.name || prefix === callsResource.prefix)
      yield `has a kind of resource '${name}' (${prefix}), which are calls of its tools. Rename it`;
    for (const ability of own) {
      if (!Object.hasOwn(abilities, ability))
        yield `has a kind of resource '${name}' with the ability '${ability}', which it does not declare`;
    }
  }
}

function* abilityFaults(abilities: Readonly<Record<string, readonly string[]>>): Generator<string> {
  for (const [ability, implied] of Object.entries(abilities)) {
    if (!ABILITY.test(ability)) yield `declares the ability '${ability}'; write it like fs/read`;
    if (ability.startsWith('oracle/'))
      yield `declares the ability '${ability}', but oracle/… is what the runtime calls its scopes. Rename it`;
    if (ability === ALLOW_CALLS)
      yield `declares the ability '${ability}', by which calls are allowed beforehand. Rename it`;
    for (const other of implied) {
      if (!Object.hasOwn(abilities, other))
        yield `declares the ability '${ability}' that implies '${other}', which it does not declare`;
    }
  }
}
