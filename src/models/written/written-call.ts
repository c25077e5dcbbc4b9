import type { ToolCall } from '../../plugin/index.js';
import { parseJson, toToolCall } from '../tool-call-args.js';
import type { OfferedTools } from './offered-tools.js';

/** A call whose arguments are JSON, or ought to be. It has no id: the turn gives it one. */
export function writtenCall(name: string, args: string, offered: OfferedTools): ToolCall {
  return toToolCall({ id: '', name: offered.named(name), args });
}

/** A call of named values that stand as text: each is text unless it is JSON of another kind and the tool takes no text. */
export function callOfTexts(
  name: string,
  values: readonly (readonly [parameter: string, value: string, isText?: boolean])[],
  offered: OfferedTools,
): ToolCall {
  const tool = offered.named(name);
  const args = values.map(([parameter, value, isText = offered.takesText(tool, parameter)]) => [
    parameter,
    isText ? value : asValue(value),
  ]);
  // As text, so that a name that stands twice is not settled here.
  const members = args.map(([parameter, value]) => `${JSON.stringify(parameter)}:${JSON.stringify(value)}`);
  return toToolCall({ id: '', name: tool, args: `{${members.join(',')}}` });
}

function asValue(text: string): unknown {
  const value = parseJson(text);
  return value === undefined || typeof value === 'string' ? text : value;
}

/** Without the fence that a model put around it. */
export function unfenced(text: string): string {
  return text
    .trim()
    .replace(/^```\w*\s*/, '')
    .replace(/\s*```$/, '');
}
