import { ContextOverflow, type OverflowTokens } from '../plugin/index.js';

/** Codes and types that providers give a request that is too long. */
const MARKS: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'context_window_exceeded',
  'contextwindowexceedederror',
  'request_too_large',
  'tokens_limit_reached',
  'model_max_prompt_tokens_exceeded',
]);

/** How they say it, where they have no code for it. */
const WORDS =
  /maximum (?:context|prompt|model) length|context (?:length|window|size|limit)\b.*exceed|exceed\w*\b.*\b(?:context|token limit|maximum number of tokens)|longer than the model'?s? context|prompt is too long|prompt too long|input is too long|context length (?:is|of) only|greater than the context length|contextwindowexceedederror|tokens? \+ `?max_new_tokens`? must be|request too large for|token count of \d+ exceeds|prompt ?超长|(?:输入|上下文).{0,12}(?:超长|过长|超出|超过)/i;

/** Further words for it, in which some tell of a quota as well: that one comes with a status of its own. */
const LESS_SURE =
  /range of input length should be|\bmax_tokens`? must be (?:at least|greater than)\b.*\bgot -\d|\b(?:prompt|input|messages?)(?: length)?(?: \d+)? exceeds? (?:the )?max(?:imum)?\b.*\b(?:length|tokens)|exceeds? (?:the )?max(?:imum)? (?:allowed )?(?:message|input|prompt) tokens?|tokens? exceeds? the model'?s max|message size \d+ exceeds|request body too large for|too many tokens|token limit exceeded|\b(?:input|prompt|message)s? (?:is |are )?too (?:long|large)|\binput_tokens`? must be (?:less|at most|<)|reduce the length of the (?:messages|prompt|input)|^exceeded \d+ tokens/i;
/** What a refusal of length in unknown words may hold. */
const HINT = /token|length|too (?:long|large|big|many)|exceed|limit|context|window|truncat|超|长/i;
const QUOTA = 429;

const NUMBER = '([\\d,]{2,12})';
const of = (pattern: string) => new RegExp(pattern.replaceAll('#', NUMBER), 'i');

/** Where the counts stand in those words: the limit, and what was asked. */
const LIMITS = [
  of('maximum (?:context|model|prompt) length (?:is|of) #'),
  of('maximum (?:context|model) length \\(#\\)'),
  of('# (?:token )?maximum context length'),
  of('context (?:length|size|window) (?:of only|of|is) (?:only )?#'),
  of("model'?s? context length \\(# tokens\\)"),
  of('tokens? allowed \\(#\\)'),
  of('> # maximum'),
  of('context limit: # \\+ # > #'),
  of('token limit:? #'),
  of('exceeds the limit of #'),
  of('^exceeded # tokens'),
  of('must be <= #'),
  of('Limit #'),
  of('input length should be \\[\\d+, #\\]'),
  of('max size: #'),
  of('maximum allowed input length #'),
  of('too large for this model: # > #'),
  of('input_tokens`? must be (?:less than|at most) #'),
];
const ASKED = [
  of('prompt contains (?:at least )?#'),
  of('passed # input tokens'),
  of('request has # input tokens'),
  of('requested (?:about |a total of )?#\\b(?! output)'),
  of('requested:? #'),
  of('(?:request|prompt|messages?) (?:has|contains?|resulted in) #'),
  of('token count \\(#\\)'),
  of('token count of #'),
  of('too long: #'),
  of('input (?:length )?\\(#'),
  of('(?:length|prompt) \\(?#\\)? (?:tokens )?(?:is longer|exceeds)'),
  of('length #\\)'),
  of('Given: #'),
  of('total tokens #'),
  of('too large for this model: #'),
];

/** What the answer alone was to have. */
const ANSWER = [
  of('requested # output tokens'),
  of("max_(?:completion_)?tokens'? is too large: #"),
  of('# (?:in|for) the (?:completion|output)'),
];
/** Of letters, and not of tokens. */
const BYTES = /\b(?:message size|bytes)\b/i;

export interface RefusalFacts {
  readonly status: number;
  readonly words: string;
  /** Codes, types and parameters of the error, in lower case. */
  readonly marks: readonly string[];
  /** Counts that stood beside the words. */
  readonly tokens: OverflowTokens;
}

/** Whether a model refused a request for its length; with the counts, as far as they are told. */
export function readOverflow({ status, words, marks, tokens }: RefusalFacts): OverflowTokens | undefined {
  const tooLong =
    status === 413 ||
    marks.some((mark) => MARKS.has(mark)) ||
    WORDS.test(words) ||
    (status !== QUOTA && LESS_SURE.test(words));
  if (!tooLong) return undefined;
  if (BYTES.test(words) && !/token/i.test(words)) return { limit: undefined, asked: undefined };
  return {
    limit: tokens.limit ?? firstCount(LIMITS, words),
    asked: tokens.asked ?? firstCount(ASKED, words),
  };
}

/** Whether words that nobody knows may be about the length of a request. */
export function mayBeLength(words: string): boolean {
  return HINT.test(words);
}

/** The tokens of an answer that nothing could be asked beside, by the words of a refusal; no shorter prompt mends that. */
export function answerThatLeavesNoRoom(words: string): { answer: number; limit: number } | undefined {
  const answer = firstCount(ANSWER, words);
  const limit = firstCount(LIMITS, words);
  return answer !== undefined && limit !== undefined && answer >= limit ? { answer, limit } : undefined;
}

export function overflow(tokens: OverflowTokens, said: string): ContextOverflow {
  const { limit, asked } = tokens;
  const counts = [
    ...(asked === undefined ? [] : [`${asked} tokens were asked`]),
    ...(limit === undefined ? [] : [`it takes ${limit}`]),
  ];
  return new ContextOverflow(tokens, {
    detail: `The conversation is too long for the language model${counts.length === 0 ? '' : `: ${counts.join(', ')}`}.${said}`,
    hint: 'Start a new session, send less at a time, or set LLM_CONTEXT_TOKENS to what the model takes.',
  });
}

function firstCount(patterns: readonly RegExp[], words: string): number | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(words)?.at(-1);
    if (found !== undefined) return Number(found.replaceAll(',', ''));
  }
  return undefined;
}
