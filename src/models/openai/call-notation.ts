import type { ToolCall } from '../../plugin/index.js';
import { fieldOf } from '../fields.js';
import { parseObject, toToolCall } from '../tool-call-args.js';

const MARK = /^(?:<tool_call>|\[TOOL_CALLS\]|<\|python_tag\|>)\s*/;
/** `name[ARGS]{…}` and `name{…}`, as newer Mistral models write it. */
const NAMED = /^([\w.-]+)\s*(?:\[CALL_ID\]\w+)?\s*(?:\[ARGS\])?\s*(?=\{)/;

/**
 * The calls behind a mark; what cannot be read becomes one malformed call, under the name that it seems to have.
 * @param body begins with the mark and ends before its closing tag
 */
export function readMarkedCalls(body: string, cutOff: boolean): readonly ToolCall[] {
  const text = body.replace(MARK, '').trim();
  const tagged = /^<function=([\w.-]+)\s*>?/.exec(text);
  if (tagged !== null) return [readTagged(tagged[1] ?? '', text.slice(tagged[0].length), cutOff)];
  const named = NAMED.exec(text);
  if (named !== null) return [toCall(named[1] ?? '', text.slice(named[0].length), cutOff)];
  const calls = objectsIn(text)?.map(callOf);
  if (calls?.every((call) => call !== undefined) && calls.length > 0) return calls;
  const [, name = 'tool_call'] = /"name"\s*:\s*"([\w.-]+)"/.exec(text) ?? [];
  return [toCall(name, text === '' ? '<tool_call>' : text, cutOff)];
}

/**
 * The calls that an object, or several of them, makes; none unless each names a known tool and has arguments.
 * @param text begins like a call of a known tool, with or without a fence; text that breaks off is a malformed call
 */
export function readObjectCalls(
  text: string,
  names: ReadonlySet<string>,
  cutOff: boolean,
): readonly ToolCall[] {
  const inner = text.replace(/^```[a-z_]*\s*/, '').replace(/\s*```\s*$/, '');
  const objects = objectsIn(inner);
  if (objects === undefined) {
    const [, name = ''] = /"(?:name|function|tool|tool_name)"\s*:\s*"([\w.-]+)"/.exec(inner) ?? [];
    // What is open at the end was meant as a call; what goes on in words was not.
    return isOpen(inner) && names.has(name) ? [toCall(name, inner, cutOff)] : [];
  }
  const calls = objects.map((object) => (argsOf(object) === undefined ? undefined : callOf(object)));
  return calls.every((call) => call !== undefined && names.has(call.name))
    ? calls.filter((call) => call !== undefined)
    : [];
}

/** `<parameter=city>Berlin</parameter>`, or the arguments as an object. */
function readTagged(name: string, rest: string, cutOff: boolean): ToolCall {
  const text = rest.replace(/<\/function>\s*$/, '').trim();
  if (text === '' || text.startsWith('{')) return toCall(name, text, cutOff);
  const parameters = [...text.matchAll(/<parameter=([\w.-]+)>\n?([\s\S]*?)\n?<\/parameter>/g)];
  if (parameters.length === 0) return toCall(name, text, cutOff);
  return {
    id: '',
    name,
    args: Object.fromEntries(parameters.map(([, key = '', value = '']) => [key, parameterValue(value)])),
  };
}

/** A parameter is text unless it is JSON of another kind. */
function parameterValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? text : value;
  } catch {
    return text;
  }
}

function toCall(name: string, args: string, cutOff: boolean): ToolCall {
  const call = toToolCall({ id: '', name, args });
  return cutOff && call.malformed !== undefined ? { ...call, cutOff } : call;
}

type Fields = Readonly<Record<string, unknown>>;

function callOf(object: Fields): ToolCall | undefined {
  const name = [
    object['name'],
    fieldOf(object['function'], 'name'),
    object['function'],
    object['tool'],
    object['tool_name'],
  ].find((each) => typeof each === 'string');
  if (typeof name !== 'string') return undefined;
  const args = argsOf(object);
  return toCall(
    name,
    args === undefined ? '' : typeof args === 'string' ? args : JSON.stringify(args),
    false,
  );
}

function argsOf(object: Fields): unknown {
  return (
    object['arguments'] ??
    object['parameters'] ??
    object['args'] ??
    object['input'] ??
    fieldOf(object['function'], 'arguments') ??
    undefined
  );
}

/** Objects one after another, with commas, semicolons or nothing between, or in one array; undefined for anything else. */
function objectsIn(text: string): readonly Fields[] | undefined {
  const found: Fields[] = [];
  let rest = text.trim().replace(/^\[\s*(?=\{)([\s\S]*)\]$/, '$1');
  while (rest !== '') {
    const end = endOfObject(rest);
    const object = end === undefined ? undefined : parseObject(rest.slice(0, end));
    if (end === undefined || object === undefined) return undefined;
    found.push(object);
    rest = rest.slice(end).replace(/^[\s,;]+/, '');
  }
  return found;
}

/** Where the object that `text` begins with ends; undefined when it begins with none, or does not end. */
function endOfObject(text: string): number | undefined {
  if (!text.startsWith('{')) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function isOpen(text: string): boolean {
  return endOfObject(text.replace(/^\[\s*/, '')) === undefined;
}
