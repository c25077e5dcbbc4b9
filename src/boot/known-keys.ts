import { didYouMean } from '../kit/nearest-name.js';
import type {
  AnyOperation,
  AnyRoute,
  AnyTool,
  BackgroundTask,
  Capability,
  CommandOption,
  Contribution,
  EnvSchema,
  Manifest,
  ManifestExample,
  Middleware,
  OperationRoute,
  OperationTool,
  Plugin,
  PluginCommand,
  PromptSection,
  RouteRequestSchemas,
  RouteResponseDoc,
} from '../plugin/index.js';

/** What the parts of a plugin may hold. The compiler holds each list to the contract. */
type Keys<Part> = Readonly<Record<keyof Required<Part>, true>>;

export const PLUGIN_KEYS: Keys<Plugin> = {
  name: true,
  version: true,
  manifest: true,
  capabilities: true,
  env: true,
  enabledBy: true,
  utterances: true,
  packages: true,
  config: true,
  section: true,
  dependsOn: true,
  softDependsOn: true,
  required: true,
  scopes: true,
  abilities: true,
  resources: true,
  migrations: true,
  commands: true,
  commandGroup: true,
  projectSteps: true,
  checks: true,
  setup: true,
};

export const MANIFEST_KEYS: Keys<Manifest> = {
  title: true,
  summary: true,
  whenToUse: true,
  whenNotToUse: true,
  examples: true,
  tags: true,
  category: true,
  loading: true,
  stability: true,
};

export const EXAMPLE_KEYS: Keys<ManifestExample> = { user: true, tool: true, args: true };

export const CAPABILITY_KEYS: Keys<Capability> = { name: true, manifest: true, operations: true };

export const CONTRIBUTION_KEYS: Keys<Contribution> = {
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

export const OPERATION_KEYS: Keys<AnyOperation> = {
  name: true,
  title: true,
  description: true,
  effect: true,
  additive: true,
  input: true,
  answer: true,
  scope: true,
  ability: true,
  resource: true,
  approval: true,
  describe: true,
  foresee: true,
  summary: true,
  forModel: true,
  view: true,
  embed: true,
  tool: true,
  route: true,
  audit: true,
  undo: true,
  nothingDone: true,
  leftUndone: true,
  run: true,
};

export const ANSWER_KEYS: Keys<AnyOperation['answer']> = { description: true, schema: true };

export const OPERATION_TOOL_KEYS: Keys<OperationTool> = {
  input: true,
  toInput: true,
  idempotent: true,
  timeoutMs: true,
};

export const OPERATION_ROUTE_KEYS: Keys<OperationRoute> = {
  method: true,
  path: true,
  auth: true,
  input: true,
  status: true,
  looseQuery: true,
  errors: true,
  bodyLimit: true,
  rateLimit: true,
  location: true,
  headers: true,
  view: true,
};

export const TOOL_KEYS: Keys<AnyTool> = {
  name: true,
  title: true,
  runs: true,
  effect: true,
  additive: true,
  description: true,
  input: true,
  output: true,
  approval: true,
  describe: true,
  foresee: true,
  scope: true,
  ability: true,
  idempotent: true,
  timeoutMs: true,
  run: true,
  render: true,
  view: true,
  embed: true,
};

export const ROUTE_KEYS: Keys<AnyRoute> = {
  method: true,
  path: true,
  auth: true,
  scope: true,
  secretParam: true,
  effect: true,
  summary: true,
  description: true,
  request: true,
  responses: true,
  bodyLimit: true,
  rateLimit: true,
  countsAs: true,
  errorAnswer: true,
  challenge: true,
  knownHosts: true,
  optionsHeaders: true,
  whenDiskFull: true,
  movesSlashes: true,
  whilePending: true,
  handler: true,
};

export const REQUEST_KEYS: Keys<RouteRequestSchemas> = {
  params: true,
  query: true,
  headers: true,
  body: true,
  whole: true,
};

export const RESPONSE_KEYS: Keys<RouteResponseDoc> = {
  description: true,
  schema: true,
  contentType: true,
  alsoAs: true,
};

export const MIDDLEWARE_KEYS: Keys<Middleware> = {
  name: true,
  outermost: true,
  wrapRun: true,
  wrapModelCall: true,
  wrapToolCall: true,
};

export const SECTION_KEYS: Keys<PromptSection> = { name: true, deadlineMs: true, body: true };

export const TASK_KEYS: Keys<BackgroundTask> = { name: true, run: true };

export const MCP_KEYS: Keys<NonNullable<Contribution['mcp']>> = { path: true, ability: true };

export const COMMAND_KEYS: Keys<PluginCommand> = {
  name: true,
  summary: true,
  arguments: true,
  options: true,
  alone: true,
  run: true,
};

export const COMMAND_GROUP_KEYS: Keys<NonNullable<Plugin['commandGroup']>> = {
  name: true,
  summary: true,
  usual: true,
};

export const COMMAND_ARGUMENT_KEYS: Keys<PluginCommand['arguments'][number]> = {
  name: true,
  description: true,
  optional: true,
  many: true,
};

export const COMMAND_OPTION_KEYS: Keys<CommandOption> = { flags: true, description: true, many: true };

/** `_parse` is what its maker puts there. */
export const SETTING_KEYS: Keys<EnvSchema[string]> & Readonly<Record<string, true>> = {
  choices: true,
  desc: true,
  example: true,
  docs: true,
  default: true,
  devDefault: true,
  testDefault: true,
  requiredWhen: true,
  _parse: true,
};

/**
 * What follows the name of a plugin whose `part` holds a key that is not known: it would be passed over in silence. `where`
 * is such as `has an operation 'add_note' with`.
 */
export function* strayKeys(
  where: string,
  part: object | false | undefined,
  keys: Readonly<Record<string, true>>,
): Generator<string> {
  for (const key of Object.keys(part || {})) {
    if (!Object.hasOwn(keys, key))
      yield `${where} '${key}', which the runtime does not know.${didYouMean(key, Object.keys(keys))}`;
  }
}
