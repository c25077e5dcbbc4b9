import { OracleError } from '../plugin/index.js';
import { damaged, filtered, unfinished } from './model-errors.js';
import { overflow } from './overflow.js';

/** How an answer ended, in the words of every provider that is known to have its own. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  length: ['length', 'max_tokens', 'model_length', 'model_context_window_exceeded'],
  filtered: [
    'content_filter',
    'content_filtered',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'refusal',
    'sensitive',
  ],
  overloaded: ['insufficient_system_resource', 'overloaded'],
  calls: ['tool_calls', 'function_call', 'tool_use'],
  // Gemini's own end with less than an answer; it passes them on in capitals.
  aborted: [
    'abort',
    'aborted',
    'cancelled',
    'canceled',
    'error',
    'other',
    'language',
    'unspecified',
    'unknown',
    'escalation',
    'continuation',
    'missing_thought_signature',
    'network_error',
  ],
};
/** Further words, by what stands in them. */
const SIGNS: readonly (readonly [kind: string, sign: RegExp])[] = [
  ['filtered', /filter|safety|policy|moderation|guardrail|toxic|prohibit|blocklist|recitation|refus/],
  ['overloaded', /overload|capacity|resource|quota|rate_limit/],
  ['length', /length|max_.*tokens|token_limit|truncat/],
  [
    'aborted',
    /time_?d?_?(?:out|limit)|deadline|error|fail|abort|cancel|interrupt|disconnect|kill|malformed|invalid|unexpected|incomplete|too_many|repetition/,
  ],
];
/** The context, and not the longest answer, was used up. */
const FULL: ReadonlySet<string> = new Set(['model_length', 'model_context_window_exceeded']);
const KINDS = new Map(
  Object.entries(REASONS).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

/** What an answer holds when it ends. */
export interface Said {
  readonly text: boolean;
  readonly calls: boolean;
  readonly reasoning: boolean;
  /** Nothing of ours limits its length, and it has no token: the prompt took all of the context, which was so many. */
  readonly full?: { readonly limit: number | undefined };
}

/**
 * Why an answer ended, of the reason that a router gives and the one that it was given itself: routers make `stop` of what
 * they do not know.
 */
export function worseReason(reason: string | undefined, native: string | undefined): string | undefined {
  const kind = kindOf(reason);
  return kind === undefined && reason !== undefined && kindOf(native) !== undefined ? native : reason;
}

/** Whether the answer was cut at the most tokens that it may have. */
export function isCutByLength(reason: string | undefined): boolean {
  return kindOf(reason) === 'length';
}

/**
 * The reason that an answer ended with, for one that is whole or cut at its length. Servers invent further words for
 * `stop`, so that what is unknown and has no sign of a failure counts as that.
 * @throws OracleError `content_filtered`, `provider_overloaded`, `provider_aborted`, `stream_damaged`, `answer_empty`, or
 * `context_overflow` where the prompt left no room for a word
 */
export function endReason(reason: string | undefined, said: Said): 'stop' | 'tool_calls' | 'length' {
  const kind = kindOf(reason);
  const name = `finish reason '${reason}'`;
  switch (kind) {
    case 'filtered':
      throw filtered(`it ended with the ${name}`);
    case 'overloaded':
      throw new OracleError('provider_overloaded', {
        detail: `The language model had no capacity left to finish its answer (${name}).`,
        hint: 'Send the message again in a while.',
      });
    case 'aborted':
      throw new OracleError('provider_aborted', {
        detail: `The language model broke off its answer (${name}).`,
        hint: 'Send the message again.',
      });
  }
  if (reason === undefined && (said.text || said.calls)) throw unfinished();
  if (said.calls) return 'tool_calls';
  if (kind === 'calls') throw damaged('the tool call that it ends with is missing');
  const isFull = FULL.has(nameOf(reason)) || (kind === 'length' && said.full !== undefined);
  if (!said.text && !said.reasoning && isFull)
    throw overflow({ limit: said.full?.limit, asked: undefined }, '');
  if (!said.text) throw empty(said.reasoning, kind === 'length');
  return kind === 'length' ? 'length' : 'stop';
}

/**
 * In small letters, whatever the spelling: `MAX_TOKENS`, `maxTokens`, `FinishReason.MAX_TOKENS`,
 * `function_call_filter: MALFORMED_FUNCTION_CALL`.
 */
function nameOf(reason: string | undefined): string {
  const name = (reason ?? '')
    .trim()
    .split(/[:.]\s*/)
    .at(-1);
  return (name ?? '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/^finish_reason_/, '');
}

function kindOf(reason: string | undefined): string | undefined {
  const name = nameOf(reason);
  return KINDS.get(name) ?? SIGNS.find(([, sign]) => sign.test(name))?.[0];
}

function empty(reasoned: boolean, cut: boolean): OracleError {
  if (cut) {
    return new OracleError('answer_empty', {
      detail: `The language model used all the tokens that it may write ${reasoned ? 'on its reasoning' : 'before it said anything'}.`,
      hint: 'Raise LLM_MAX_TOKENS, lower LLM_REASONING_EFFORT, or ask for less at a time.',
    });
  }
  return new OracleError('answer_empty', {
    detail: reasoned
      ? 'The language model reasoned and then gave no answer.'
      : 'The language model gave an empty answer.',
    hint: 'Send the message again, or say it in other words.',
  });
}
