import { oneLine } from '../kit/index.js';
import { hasScope, type Principal, type ToolCall } from '../plugin/index.js';
import type { OwnedTool } from '../runs/run-context.js';
import { repeatedKeyOf } from './repeated-key.js';
import type { ToolBelt } from './tool-belt.js';

/** Characters of a call that cannot be read. */
const SHOWN_TEXT = 200;

export type GateAnswer =
  | { readonly pass: true; readonly owned: OwnedTool }
  /** `plugin` owns the tool; absent when there is no such tool. */
  | { readonly pass: false; readonly plugin?: string; readonly reason: string };

/**
 * Whether a tool call may go on. A tool that does not exist, is not loaded or is not the principal's to use is
 * never executed; the reason tells the model what to do about it.
 */
export function passGate(call: ToolCall, belt: ToolBelt, principal: Principal): GateAnswer {
  const found = belt.lookup(call.name);
  switch (found.kind) {
    case 'unknown':
      return { pass: false, reason: unknownWords(call) };
    case 'unloaded': {
      const names = JSON.stringify({ names: [found.capability] });
      return {
        pass: false,
        plugin: found.plugin,
        reason: `The tool '${call.name}' belongs to the capability '${found.capability}', which is not loaded. Call load_capability(${names}), then call '${call.name}' again.`,
      };
    }
    case 'bound': {
      const { tool, plugin } = found.owned;
      if (tool.scope === undefined || hasScope(principal, tool.scope))
        return { pass: true, owned: found.owned };
      return {
        pass: false,
        plugin,
        reason: `This cannot be done with this sign-in or key: it lacks the scope '${tool.scope}'. Whoever runs this oracle can grant it.`,
      };
    }
  }
}

/** What was written as a call and cannot be read may have no name of its own. */
function unknownWords({ name, malformed }: ToolCall): string {
  const saysNothing = malformed === undefined || /^[{}\s]*$/.test(malformed);
  return saysNothing || repeatedKeyOf(malformed) !== undefined
    ? `There is no tool '${name}'. Call list_capabilities to see what there is.`
    : `There is no tool '${name}', and what you wrote for it is not a JSON object: ${oneLine(malformed, SHOWN_TEXT)}. Call a tool that you have, with valid JSON; list_capabilities shows what there is.`;
}
