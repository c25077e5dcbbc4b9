import type { AnyRoute, AnyTool, Contribution, Plugin } from '../plugin/index.js';
import { type Fault, pluginFaults } from './fault.js';
import { RESERVED_TOOL_NAMES } from './reserved-names.js';

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const TOOL_NAME_LIMIT = 64;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What one plugin's tools, routes and services must be, whatever the other plugins bring. */
export function checkContribution(plugin: Plugin, contribution: Contribution): readonly Fault[] {
  const words = [
    ...(contribution.tools ?? []).flatMap((tool) => [...toolFaults(tool)]),
    ...(contribution.routes ?? []).flatMap((route) => [...routeFaults(route)]),
    ...serviceFaults(plugin, contribution),
  ];
  return pluginFaults(plugin, words);
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

/** `GET /weather/now`, as reports and faults name a route. */
export function labelOfRoute(route: Pick<AnyRoute, 'method' | 'path'>): string {
  return `${String(route.method).toUpperCase()} ${route.path}`;
}
