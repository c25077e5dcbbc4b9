import { didYouMean } from '../kit/nearest-name.js';
import type { AnyOperation, AnyRoute, AnyTool, Contribution, Effect, Plugin } from '../plugin/index.js';
import { partFaults } from './check-parts.js';
import { type Fault, pluginFaults } from './fault.js';
import {
  ANSWER_KEYS,
  CONTRIBUTION_KEYS,
  OPERATION_KEYS,
  OPERATION_ROUTE_KEYS,
  OPERATION_TOOL_KEYS,
  REQUEST_KEYS,
  RESPONSE_KEYS,
  ROUTE_KEYS,
  strayKeys,
  TOOL_KEYS,
} from './known-keys.js';
import { RESERVED_TOOL_NAMES } from './reserved-names.js';

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const TOOL_NAME_LIMIT = 64;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What one plugin's tools, routes and services must be, whatever the other plugins bring. */
export function checkContribution(plugin: Plugin, contribution: Contribution): readonly Fault[] {
  const { operations = [], tools = [], routes = [] } = contribution;
  const said = saidBy(operations);
  const words = [
    ...strayKeys('returns from setup', contribution, CONTRIBUTION_KEYS),
    ...operations.flatMap((operation) => [...operationFaults(operation)]),
    ...tools.flatMap((tool) => [
      ...(said.has(String(tool.name)) ? [] : writtenToolFaults(tool)),
      ...toolFaults(tool),
    ]),
    ...routes.flatMap((route) => [
      ...(said.has(labelOfRoute(route)) ? [] : writtenRouteFaults(route)),
      ...routeFaults(route),
    ]),
    ...partFaults(contribution),
    ...serviceFaults(plugin, contribution),
    ...membershipFaults(plugin, contribution),
  ];
  return pluginFaults(plugin, words);
}

/** Names of the tools and routes that operations become: what is written wrong in those is told of the operation alone. */
function saidBy(operations: readonly AnyOperation[]): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ name, route }) => [
      String(name),
      ...(route === undefined ? [] : [labelOfRoute(route)]),
    ]),
  );
}

const EFFECTS: readonly string[] = ['read', 'write', 'destructive'] satisfies Effect[];

/** What the compiler refuses in an operation, for plugins that it has not seen. */
function* operationFaults(operation: AnyOperation): Generator<string> {
  const { name, effect, route, input, tool, answer } = operation;
  const has = `has an operation '${name}'`;
  yield* strayKeys(`${has} with`, operation, OPERATION_KEYS);
  if ('_zod' in (answer ?? {})) yield `${has} whose answer is a schema. Write { description, schema }`;
  else yield* strayKeys(`${has} whose answer has`, answer, ANSWER_KEYS);
  yield* strayKeys(`${has} whose tool has`, tool, OPERATION_TOOL_KEYS);
  yield* strayKeys(`${has} whose route has`, route, OPERATION_ROUTE_KEYS);
  yield* statusFaults(`${has} whose route`, 'errors', route?.errors, 400);
  if (!EFFECTS.includes(effect))
    yield `${has} with the effect '${String(effect)}'. Say ${EFFECTS.join(', ')}`;
  yield* approvalFaults(has, operation.approval);
  for (const [, parameter = ''] of String(route?.path ?? '').matchAll(/:(\w+)/g)) {
    const fields = Object.keys((route?.input ?? input).shape);
    if (!fields.includes(parameter))
      yield `${has} whose path parameter '${parameter}' is no field of its input.${didYouMean(parameter, fields)}`;
  }
}

function* writtenToolFaults(tool: AnyTool): Generator<string> {
  const has = `has a tool '${String(tool.name)}'`;
  yield* strayKeys(`${has} with`, tool, TOOL_KEYS);
  if (tool.effect !== undefined && !EFFECTS.includes(tool.effect))
    yield `${has} with the effect '${String(tool.effect)}'. Say ${EFFECTS.join(', ')}`;
  yield* approvalFaults(has, tool.approval);
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

/** A rule that nobody understands would ask of every call, or of none. */
function* approvalFaults(where: string, rule: unknown): Generator<string> {
  const isLook =
    typeof rule === 'object' && rule !== null && 'look' in rule && typeof rule.look === 'function';
  if (rule === undefined || rule === 'never' || rule === 'always' || typeof rule === 'function' || isLook)
    return;
  const said = typeof rule === 'string' ? ` '${rule}'` : '';
  yield `${where} with an approval${said} that is none. Say 'always' or 'never', or give (args) => boolean or { look }`;
}

function* writtenRouteFaults(route: AnyRoute): Generator<string> {
  const label = labelOfRoute(route);
  yield* strayKeys(`has a route ${label} with`, route, ROUTE_KEYS);
  yield* strayKeys(`has a route ${label} whose request has`, route.request, REQUEST_KEYS);
  yield* statusFaults(`has a route ${label} whose`, 'responses', route.responses, 100);
  for (const [status, response] of Object.entries(route.responses ?? {}))
    yield* strayKeys(`has a route ${label} whose response ${status} has`, response, RESPONSE_KEYS);
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

/** An API document of another status is none. */
function* statusFaults(
  where: string,
  name: 'errors' | 'responses',
  statuses: object | undefined,
  least: 100 | 400,
): Generator<string> {
  for (const key of Object.keys(statuses ?? {})) {
    const status = Number(key);
    if (!Number.isInteger(status) || status < least || status > 599)
      yield `${where} ${name} name the status '${key}'. Use one from ${least} to 599`;
  }
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
