import type { Contribution, Middleware, Plugin } from '../plugin/index.js';
import {
  COMMAND_ARGUMENT_KEYS,
  COMMAND_GROUP_KEYS,
  COMMAND_KEYS,
  COMMAND_OPTION_KEYS,
  MCP_KEYS,
  MIDDLEWARE_KEYS,
  SECTION_KEYS,
  SETTING_KEYS,
  strayKeys,
  TASK_KEYS,
} from './known-keys.js';

/** What is wrong with the smaller parts of what `setup` returned: one that is misspelt would just not be there. */
export function* partFaults(contribution: Contribution): Generator<string> {
  for (const middleware of contribution.middleware ?? []) yield* middlewareFaults(middleware);
  for (const section of contribution.promptSections ?? []) {
    const has = `has a prompt section '${String(section.name)}'`;
    const strays = [...strayKeys(`${has} with`, section, SECTION_KEYS)];
    yield* strays;
    if (typeof section.body !== 'function' && strays.length === 0) yield `${has} without a body function`;
  }
  for (const task of contribution.background ?? []) {
    const has = `has a background task '${String(task.name)}'`;
    const strays = [...strayKeys(`${has} with`, task, TASK_KEYS)];
    yield* strays;
    if (typeof task.run !== 'function' && strays.length === 0) yield `${has} without a run function`;
  }
  yield* strayKeys('has an mcp with', contribution.mcp, MCP_KEYS);
}

/** One that guards what it does not wrap lets everything through. */
function* middlewareFaults(middleware: Middleware): Generator<string> {
  const has = `has a middleware '${String(middleware.name)}'`;
  const strays = [...strayKeys(`${has} with`, middleware, MIDDLEWARE_KEYS)];
  yield* strays;
  const wraps = [middleware.wrapRun, middleware.wrapModelCall, middleware.wrapToolCall];
  if (strays.length === 0 && wraps.every((wrap) => wrap === undefined))
    yield `${has} that wraps nothing. Give it wrapRun, wrapModelCall or wrapToolCall`;
}

/** What is misspelt in the settings and commands that a plugin declares. */
export function* declaredPartFaults({ env = {}, commands = [], commandGroup }: Plugin): Generator<string> {
  for (const [name, setting] of Object.entries(env))
    if (typeof (setting as { _parse?: unknown } | undefined)?._parse !== 'function')
      yield `has a setting '${name}' that is none. Make it with str(), num(), bool() or another validator`;
    else yield* strayKeys(`has a setting '${name}' with`, setting, SETTING_KEYS);
  yield* strayKeys('has a commandGroup with', commandGroup, COMMAND_GROUP_KEYS);
  for (const command of commands) {
    const has = `has a command '${String(command.name)}'`;
    yield* strayKeys(`${has} with`, command, COMMAND_KEYS);
    for (const each of command.arguments ?? [])
      yield* strayKeys(`${has} with an argument that has`, each, COMMAND_ARGUMENT_KEYS);
    for (const each of command.options ?? [])
      yield* strayKeys(`${has} with an option that has`, each, COMMAND_OPTION_KEYS);
  }
}
