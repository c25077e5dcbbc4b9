import type { ToolCall } from '../../plugin/index.js';
import { isOpenJson, jsonCalls, nameInJson, unmarkedJsonCalls } from './json-calls.js';
import type { OfferedTools } from './offered-tools.js';
import { pythonCalls } from './python-calls.js';
import { keyedCall, taggedCalls, tokenCalls } from './tag-calls.js';
import { unfenced, writtenCall } from './written-call.js';

type Reader = (text: string, offered: OfferedTools) => readonly ToolCall[] | undefined;

/** `name[ARGS]{…}` and `name{…}`, as newer Mistral models write it; `call:name{…}` of Gemma. */
const NAMED = /^(?:call:)?([\w.-]+)\s*(?:\[CALL_ID\]\w+)?\s*(?:\[ARGS\])?\s*(?=\{)/;
/** InternLM says of what kind a call is. */
const KIND = /^<\|(?:plugin|interpreter)\|>\s*/;

/** Tried in this order; whatever stands behind a mark is read by what it is, not by whose mark it is. */
const READERS: readonly Reader[] = [taggedCalls, tokenCalls, namedCalls, jsonCalls, keyedCall, pythonCalls];

/**
 * The calls behind a mark; what cannot be read becomes one malformed call, under the name that it seems to have.
 * @param body what stands between the mark and its end
 * @param mark as the malformed call shows it where nothing follows it
 * @param cutOff whether the answer was cut at its length within the call
 */
export function readMarkedCalls(
  body: string,
  mark: string,
  offered: OfferedTools,
  cutOff: boolean,
): readonly ToolCall[] {
  const text = unfenced(body.trim().replace(KIND, ''));
  for (const reader of READERS) {
    const calls = reader(text, offered);
    if (calls !== undefined && calls.length > 0) return cutOff ? calls.map(asCut) : calls;
  }
  const name = nameInJson(text) ?? /^\[?([\w.-]+)\(/.exec(text)?.[1] ?? 'tool_call';
  const call = writtenCall(name, text === '' ? mark : text, offered);
  return [cutOff ? asCut(call) : call];
}

/**
 * The calls of text that nothing marks as calls: none unless all of it is calls, of tools that were offered.
 * @param text begins like a call of such a tool, with or without a fence; what breaks off is a malformed call
 */
export function readUnmarkedCalls(text: string, offered: OfferedTools, cutOff: boolean): readonly ToolCall[] {
  const inner = unfenced(text).replace(/^functools(?=\[)/, '');
  const calls = unmarkedJsonCalls(inner, offered) ?? pythonCalls(inner, offered);
  if (calls?.every(({ name }) => offered.has(name)) === true) return calls;
  // What is open at the end was meant as a call; what goes on in words was not.
  const name = isOpenJson(inner) ? nameInJson(inner) : undefined;
  if (name === undefined || !offered.has(name)) return [];
  const call = writtenCall(name, inner, offered);
  return [cutOff ? asCut(call) : call];
}

function asCut(call: ToolCall): ToolCall {
  return call.malformed === undefined ? call : { ...call, cutOff: true };
}

/** Several may follow each other, each behind a mark of its own. */
function namedCalls(text: string, offered: OfferedTools): readonly ToolCall[] | undefined {
  const parts = text.split(/\[TOOL_CALLS\]/).map((part) => part.trim());
  const heads = parts.map((part) => NAMED.exec(part));
  if (!heads.every((head) => head !== null)) return undefined;
  return heads.map((head, at) =>
    writtenCall(head[1] ?? '', asJson((parts[at] ?? '').slice(head[0].length)), offered),
  );
}

/** Gemma's objects have keys without quotes, and strings between tokens. */
function asJson(text: string): string {
  if (!/<\|"\|>|<escape>|\{\s*\w+\s*:/.test(text)) return text;
  return text
    .replace(/(?:<\|"\|>|<escape>)([\s\S]*?)(?:<\|"\|>|<escape>)/g, (_, inner: string) =>
      JSON.stringify(inner),
    )
    .replace(/"(?:[^"\\]|\\.)*"|([{,]\s*)([A-Za-z_]\w*)(?=\s*:)/g, (whole, before?: string, key?: string) =>
      key === undefined ? whole : `${before ?? ''}"${key}"`,
    );
}
