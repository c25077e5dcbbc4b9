import { hasRepeatedKey } from '../../kit/index.js';
import type { ToolCall } from '../../plugin/index.js';
import { fieldOf } from '../fields.js';
import { parseObject } from '../tool-call-args.js';
import type { OfferedTools } from './offered-tools.js';
import { writtenCall } from './written-call.js';

type Fields = Readonly<Record<string, unknown>>;

/** An object, and the text that it stands in. */
interface Written {
  readonly object: Fields;
  readonly text: string;
}

/** The list of calls as an answer has it on the wire, which some write into the text. */
const LIST = /^\s*\{\s*"tool_calls"\s*:\s*(\[[\s\S]*\])\s*\}\s*$/;

/** Objects that make calls, under any of the names that models give the members; undefined for anything else. */
export function jsonCalls(text: string, offered: OfferedTools): readonly ToolCall[] | undefined {
  const calls = objectsIn(text)?.map((written) => unlessTwice(written, callOf(written.object, offered)));
  return calls !== undefined && calls.length > 0 && calls.every((call) => call !== undefined)
    ? calls
    : undefined;
}

/** The same of objects that nothing marks as calls: each must name a tool that was offered, and have arguments. */
export function unmarkedJsonCalls(text: string, offered: OfferedTools): readonly ToolCall[] | undefined {
  const inner = LIST.exec(text)?.[1] ?? text;
  const isMeant = objectsIn(inner)?.every(({ object }) => argsOf(object) !== undefined) === true;
  const calls = isMeant ? jsonCalls(inner, offered) : undefined;
  return calls?.every(({ name }) => offered.has(name)) === true ? calls : undefined;
}

/** The name that text which is no JSON, or not yet, seems to call. */
export function nameInJson(text: string): string | undefined {
  return /"(?:name|function|tool|tool_name)"\s*:\s*"([\w.-]+)"/.exec(text)?.[1];
}

/** Whether text that begins like an object, or a list of them, breaks off inside. */
export function isOpenJson(text: string): boolean {
  return endOfObject(text.replace(/^\[\s*/, '')) === undefined;
}

/** A call that says a key twice is one that cannot be read: which of two values is meant nobody can tell. */
function unlessTwice({ object, text }: Written, call: ToolCall | undefined): ToolCall | undefined {
  return call === undefined || !hasRepeatedKey(text, object) ? call : { ...call, args: {}, malformed: text };
}

function callOf(object: Fields, offered: OfferedTools): ToolCall | undefined {
  const name = [
    object['name'],
    fieldOf(object['function'], 'name'),
    object['function'],
    object['tool'],
    object['tool_name'],
  ].find((each) => typeof each === 'string');
  if (typeof name === 'string') return writtenCall(name, asText(argsOf(object)), offered);
  // Apertus: the name of the tool is that of the one member.
  const [only, ...more] = Object.entries(object);
  return only !== undefined && more.length === 0 && offered.has(only[0])
    ? writtenCall(only[0], asText(only[1]), offered)
    : undefined;
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

function asText(args: unknown): string {
  return args === undefined ? '' : typeof args === 'string' ? args : JSON.stringify(args);
}

/** Objects one after another, with commas, semicolons or nothing between, or in one array; undefined for anything else. */
function objectsIn(text: string): readonly Written[] | undefined {
  const found: Written[] = [];
  let rest = text.trim().replace(/^\[\s*(?=\{)([\s\S]*)\]$/, '$1');
  while (rest !== '') {
    const end = endOfObject(rest);
    const written = rest.slice(0, end);
    const object = end === undefined ? undefined : parseObject(written);
    if (end === undefined || object === undefined) return undefined;
    found.push({ object, text: written });
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
