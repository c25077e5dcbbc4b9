import { didYouMean } from '../kit/nearest-name.js';
import type { AnyOperation, AnyRoute, AnyTool, Contribution, Effect, Plugin } from '../plugin/index.js';
import { type Fault, pluginFaults } from './fault.js';
import { RESERVED_TOOL_NAMES } from './reserved-names.js';

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const TOOL_NAME_LIMIT = 64;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What one plugin's tools, routes and services must be, whatever the other plugins bring. */
export function checkContribution(plugin: Plugin, contribution: Contribution): readonly Fault[] {
  const words = [
    ...strayFaults(contribution),
    ...(contribution.operations ?? []).flatMap((operation) => [...operationFaults(operation)]),
    ...(contribution.tools ?? []).flatMap((tool) => [...toolFaults(tool)]),
    ...(contribution.routes ?? []).flatMap((route) => [...routeFaults(route)]),
    ...serviceFaults(plugin, contribution),
    ...membershipFaults(plugin, contribution),
  ];
  return pluginFaults(plugin, words);
}

/** What a contribution may hold; the compiler holds the list to the contract. */
const KEYS: Readonly<Record<keyof Contribution, true>> = {
  operations: true,
  tools: true,
  requestTools: true,
  routes: true,
  mcp: true,
  capabilitySources: true,
  textSources: true,
  middleware: true,
  promptSections: true,
  services: true,
  didDocuments: true,
  shareables: true,
  audit: true,
  inspect: true,
  health: true,
  background: true,
  ready: true,
  dispose: true,
};

/** A misspelt part would be dropped in silence. */
function* strayFaults(contribution: Contribution): Generator<string> {
  for (const key of Object.keys(contribution)) {
    if (!Object.hasOwn(KEYS, key))
      yield `returns '${key}' from setup, which the runtime does not know.${didYouMean(key, Object.keys(KEYS))}`;
  }
}

const EFFECTS: readonly string[] = ['read', 'write', 'destructive'] satisfies Effect[];

/** What the compiler refuses in an operation, for plugins that it has not seen. */
function* operationFaults({ name, effect, route, input }: AnyOperation): Generator<string> {
  if (!EFFECTS.includes(effect))
    yield `has an operation '${name}' with the effect '${String(effect)}'. Say ${EFFECTS.join(', ')}`;
  for (const [, parameter = ''] of String(route?.path ?? '').matchAll(/:(\w+)/g)) {
    const fields = Object.keys((route?.input ?? input).shape);
    if (!fields.includes(parameter))
      yield `has an operation '${name}' whose path parameter '${parameter}' is no field of its input.${didYouMean(parameter, fields)}`;
  }
}

function* toolFaults(tool: AnyTool): Generator<string> {
  const name = String(tool.name);
  if (!SNAKE.test(name) || name.length > TOOL_NAME_LIMIT)
    yield `has a tool '${name}'; name it in snake_case with at most ${TOOL_NAME_LIMIT} characters`;
  if (RESERVED_TOOL_NAMES.has(name))
    yield `has a tool '${name}', which is a tool of the runtime itself. Rename it`;
  if (typeof tool.description !== 'string' || tool.description.trim() === '')
    yield `has no description for its tool '${name}'`;
  if (typeof tool.run !== 'function') yield `has no run function in its tool '${name}'`;
}

function* routeFaults(route: AnyRoute): Generator<string> {
  const label = labelOfRoute(route);
  if (!METHODS.includes(route.method))
    yield `has a route ${label} with an unknown method. Use ${METHODS.join(', ')}`;
  if (typeof route.path !== 'string' || !route.path.startsWith('/'))
    yield `has a route ${label} whose path does not start with '/'`;
  if (!isAuth(route.auth))
    yield `has a route ${label} without a valid auth. Declare 'public', 'api-key', 'any' or { ucan: ability }`;
  if (typeof route.handler !== 'function') yield `has a route ${label} without a handler`;
}

function isAuth(auth: unknown): boolean {
  if (auth === 'public' || auth === 'api-key' || auth === 'any') return true;
  return (
    typeof auth === 'object' &&
    auth !== null &&
    'ucan' in auth &&
    typeof auth.ucan === 'string' &&
    auth.ucan !== ''
  );
}

function* serviceFaults(plugin: Plugin, contribution: Contribution): Generator<string> {
  for (const { token } of contribution.services ?? []) {
    if (token.provider !== plugin.name)
      yield `provides the service '${token.name}', which belongs to '${token.provider}'. Only its owner may provide it`;
  }
}

/** Every operation that an agent may call is in a capability, and a capability names only what there is. */
function* membershipFaults({ capabilities }: Plugin, { tools = [] }: Contribution): Generator<string> {
  if (capabilities === undefined) return;
  const names = new Set(tools.map(({ name }) => name));
  const listed = new Set(capabilities.flatMap(({ operations }) => operations));
  for (const { name, operations } of capabilities) {
    for (const operation of operations) {
      if (!names.has(operation))
        yield `has a capability '${name}' with the operation '${operation}', which it does not have.${didYouMean(operation, names)}`;
    }
  }
  for (const name of names) {
    if (!listed.has(name)) yield `has the operation '${name}' in none of its capabilities. List it in one`;
  }
}

/** `GET /weather/now`, as reports and faults name a route. */
export function labelOfRoute(route: Pick<AnyRoute, 'method' | 'path'>): string {
  return `${String(route.method).toUpperCase()} ${route.path}`;
}
