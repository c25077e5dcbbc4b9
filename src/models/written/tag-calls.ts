import type { ToolCall } from '../../plugin/index.js';
import type { OfferedTools } from './offered-tools.js';
import { callOfTexts, unfenced, writtenCall } from './written-call.js';

/** `<function=get_weather>` (Llama, Qwen Coder), `<invoke name="get_weather">` (Claude, MiniMax, DeepSeek's DSML). */
const HEAD = /<(?:function|invoke)(?:=|\s+name=)["']?([\w.:-]+)["']?[^>\n]*(?:>|(?=\n)|$)/g;
const TAIL = /<\/(?:function|invoke)>[\s\S]*$/;
/** `<parameter=city>Berlin</parameter>`, `<parameter name="city" string="true">Berlin</parameter>`. */
const PARAMETER =
  /<parameter(?:=|\s+name=)["']?([\w.-]+)["']?(?:\s+string="(true|false)")?[^>\n]*>\n?([\s\S]*?)\n?(?:<\/parameter>|(?=<parameter[=\s])|$)/g;
/** GLM: `get_weather\n<arg_key>city</arg_key>\n<arg_value>Berlin</arg_value>`. */
const GLM = /^([\w.-]+)\s*(?=<arg_key>|$)/;
const PAIR =
  /<arg_key>\s*([\w.-]+)\s*<\/arg_key>\s*<arg_value>\n?([\s\S]*?)\n?(?:<\/arg_value>|(?=<arg_key>)|$)/g;

/** Calls in tags that name the tool, their parameters in tags or as an object; undefined for anything else. */
export function taggedCalls(text: string, offered: OfferedTools): readonly ToolCall[] | undefined {
  const tags = text.replaceAll('｜DSML｜', '');
  const heads = [...tags.matchAll(HEAD)];
  if (heads.length === 0) return undefined;
  return heads.map((head, at) => {
    const whole = tags.slice(head.index + head[0].length, heads[at + 1]?.index);
    const body = whole.replace(TAIL, '').trim();
    const name = head[1] ?? '';
    if (body === '' || body.startsWith('{')) return writtenCall(name, body, offered);
    // Half a value is none.
    if (!TAIL.test(whole) && isOpen(body, '<parameter', '</parameter>'))
      return writtenCall(name, body, offered);
    const parameters = [...body.matchAll(PARAMETER)];
    if (parameters.length === 0) return writtenCall(name, body, offered);
    return callOfTexts(
      name,
      parameters.map(([, key = '', isText, value = '']) =>
        isText === undefined ? [key, value] : [key, value, isText === 'true'],
      ),
      offered,
    );
  });
}

/** GLM's call: the bare name, then keys and values in tags of their own. */
export function keyedCall(text: string, offered: OfferedTools): readonly ToolCall[] | undefined {
  const [head, name = ''] = GLM.exec(text) ?? [];
  if (head === undefined) return undefined;
  const pairs = [...text.matchAll(PAIR)].map(([, key = '', value = '']) => [key, value] as const);
  if (isOpen(text, '<arg_value>', '</arg_value>')) return [writtenCall(name, text, offered)];
  if (pairs.length === 0 && !offered.has(offered.named(name))) return undefined;
  return [callOfTexts(name, pairs, offered)];
}

/**
 * Calls between tokens of their own: DeepSeek's `<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather` with the arguments in a
 * fence, and since V3.1 `get_weather<｜tool▁sep｜>{…}`; Kimi's
 * `<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{…}`. Undefined for anything else.
 */
export function tokenCalls(text: string, offered: OfferedTools): readonly ToolCall[] | undefined {
  const parts = text
    .split(/<｜tool▁call▁begin｜>|<\|tool_call_begin\|>/)
    .filter((part) => part.trim() !== '');
  const split = parts.map((part) =>
    part
      .replace(/(?:<｜tool▁call▁end｜>|<\|tool_call_end\|>)[\s\S]*$/, '')
      .split(/<｜tool▁sep｜>|<\|tool_call_argument_begin\|>/),
  );
  if (!split.some((part) => part.length > 1)) return undefined;
  return split.map(([first = '', ...more]) => {
    const rest = more.join('');
    if (first.trim() !== 'function') return writtenCall(first.trim(), unfenced(rest), offered);
    const [, name = '', args = ''] = /^\s*([\w.-]*)\s*([\s\S]*)$/.exec(rest) ?? [];
    return writtenCall(name, unfenced(args), offered);
  });
}

/** Whether the last of these tags is never closed. */
function isOpen(text: string, opening: string, closing: string): boolean {
  return text.lastIndexOf(opening) > text.lastIndexOf(closing);
}
