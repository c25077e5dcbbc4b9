import type { OfferedTools } from './offered-tools.js';

/** What marks a call in a text. */
export interface Mark {
  readonly opening: string;
  /** Without one, or without its coming, the call goes on to the end of the answer. */
  readonly closing?: string;
  /** A token that no text holds by chance: it marks a call inside a line too. */
  readonly isToken?: true;
  /** A call only where it names a tool that was offered: there is XML that begins alike. */
  readonly named?: RegExp;
  /** The opening is part of what is read. */
  readonly isRead?: true;
}

const token = (opening: string, closing?: string): Mark => ({
  opening,
  isToken: true,
  ...(closing === undefined ? {} : { closing }),
});

/** By the models that were taught them; `docs/providers.md` names where each is published. */
export const MARKS: readonly Mark[] = [
  // Hermes, Qwen, GLM
  { opening: '<tool_call>', closing: '</tool_call>' },
  // Llama 3.1, Qwen Coder
  { opening: '<function=', closing: '</function>', named: /^<function=([\w.-]*)[^\w.-]/, isRead: true },
  // Claude's own, Olmo
  { opening: '<function_calls>', closing: '</function_calls>' },
  {
    opening: '<invoke name=',
    closing: '</invoke>',
    named: /^<invoke name=["']?([\w.-]*)[^\w.'"-]*["'>]/,
    isRead: true,
  },
  // Jamba, Hunyuan
  { opening: '<tool_calls>', closing: '</tool_calls>' },
  // Qwen 2.5 Coder
  { opening: '<tools>', closing: '</tools>', named: /^<tools>\s*\[?\s*\{\s*"name"\s*:\s*"([\w.-]*)"/ },
  // Nemotron
  { opening: '<TOOLCALL>', closing: '</TOOLCALL>' },
  { opening: '<minimax:tool_call>', closing: '</minimax:tool_call>' },
  { opening: '<seed:tool_call>', closing: '</seed:tool_call>' },
  // Gemini
  { opening: '<tool_code>', closing: '</tool_code>' },
  { opening: '```tool_code', closing: '```' },
  // Mistral
  token('[TOOL_CALLS]'),
  // Llama 3 and 4
  token('<|python_tag|>'),
  token('<|python_start|>', '<|python_end|>'),
  // Granite, Phi
  token('<|tool_call|>', '<|/tool_call|>'),
  // Gemma
  token('<|tool_call>', '<tool_call|>'),
  token('<start_function_call>', '<end_function_call>'),
  // LFM, MiniCPM
  token('<|tool_call_start|>', '<|tool_call_end|>'),
  // Kimi K2
  token('<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'),
  token('<|tool_call_begin|>', '<|tool_call_end|>'),
  // DeepSeek
  token('<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'),
  token('<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'),
  token('<｜DSML｜function_calls>', '</｜DSML｜function_calls>'),
  // Command
  token('<|START_ACTION|>', '<|END_ACTION|>'),
  // InternLM
  token('<|action_start|>', '<|action_end|>'),
  // Apertus
  token('<|tools_prefix|>', '<|tools_suffix|>'),
];

/** Ends that models write once more, or of what they never began: between a call and what follows they say nothing. */
export const STRAY_ENDS: readonly string[] = MARKS.flatMap(({ closing }) =>
  closing === undefined || closing === '```' ? [] : [closing],
);

/** How what follows a token inside a line begins when it is a call; undefined while that is open. */
export function beginsCall(rest: string): boolean | undefined {
  if (/^\s*(?:[[{<`]|(?:call:)?[\w.-]+(?::\d+)?\s*[[{(<])/.test(rest)) return true;
  return /^\s*[\w.:-]*\s*$/.test(rest) && rest.length < LONGEST_NAME ? undefined : false;
}

/** Where the name of a tool stands behind a tag: in JSON, in another tag, or right there. */
const NAMES = [
  /^\s*\[?\s*\{\s*"(?:name|function|tool|tool_name)"\s*:\s*"([\w.:-]+)"/,
  /^\s*<(?:function|invoke)(?:=|\s+name=)["']?([\w.:-]+)["'>\s]/,
  /^\s*["']?([\w.:-]+)["'>\s(<{]/,
];

/** Whether what follows a tag inside a line calls a tool that was offered; undefined while that is open. */
export function callsOffered(rest: string, offered: OfferedTools): boolean | undefined {
  const name = NAMES.map((pattern) => pattern.exec(rest)?.[1]).find((each) => each !== undefined);
  if (name !== undefined) return offered.has(offered.named(name));
  return rest.length < LONGEST_NAME ? undefined : false;
}

const LONGEST_NAME = 100;
