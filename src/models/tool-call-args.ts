import { hasRepeatedKey, isRecord, nestsTooDeep, unheldAsTexts } from '../kit/index.js';
import type { ToolCall } from '../plugin/index.js';

/** A tool call as a stream delivered it, its arguments still text. */
export interface RawToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/**
 * Parses the arguments; text that is no JSON object, nests too deep or says a key twice is kept as `malformed`, for the
 * model to mend. Some models put the object into a string once more; some servers begin with an empty one, or send it several times.
 */
export function toToolCall({ id, name, args }: RawToolCall): ToolCall {
  const text = args.trim();
  if (text === '' || text === 'null') return { id, name, args: {} };
  const parsed = shallowObject(text) ?? shallowObject(innerText(text)) ?? shallowObject(saidOnce(text));
  return parsed === undefined ? { id, name, args: {}, malformed: text } : { id, name, args: parsed };
}

/** The last call of an answer that was cut at its length, where it is not whole: one without arguments may have had some. */
export function cutShort(call: ToolCall, { args }: Pick<RawToolCall, 'args'>): ToolCall {
  if (Object.keys(call.args).length > 0) return call;
  return { ...call, malformed: call.malformed ?? args.trim(), cutOff: true };
}

/** The most copies that a server was seen to send of one object. */
const MOST_COPIES = 4;

/** What stands behind an empty object (Bedrock's first part), or each of several equal ones. */
function saidOnce(text: string): string | undefined {
  const rest = text.replace(/^\{\s*\}\s*(?=\{)/, '');
  for (let copies = MOST_COPIES; copies > 1; copies -= 1) {
    const one = rest.slice(0, rest.length / copies);
    if (rest.length % copies === 0 && one.repeat(copies) === rest) return one;
  }
  return rest === text ? undefined : rest;
}

function shallowObject(text = ''): Record<string, unknown> | undefined {
  if (nestsTooDeep(text)) return undefined;
  const parsed = parseObject(text);
  // Which of two values is meant nobody can tell.
  return parsed === undefined || hasRepeatedKey(text, parsed) ? undefined : parsed;
}

export function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  const value = parseJson(text ?? '');
  return isRecord(value) ? (value as Record<string, unknown>) : undefined;
}

/**
 * Undefined for what is no JSON. A whole number that JavaScript cannot hold is the text of its digits: an id that is another
 * one by then would find something else.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(unheldAsTexts(text));
  } catch {
    return undefined;
  }
}

function innerText(text: string): string | undefined {
  const value = text.startsWith('"') ? parseJson(text) : undefined;
  return typeof value === 'string' ? value : undefined;
}
