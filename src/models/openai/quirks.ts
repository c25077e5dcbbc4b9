import type { ProviderError } from '../provider-error.js';

/** The words of an answer that calls tools without any: none, or a blank where there must be some. */
export type Silence = null | ' ';

/** What an endpoint turned out not to take; learned from its refusals and kept while the process lives. */
export interface Quirks {
  /** The model cannot call tools. */
  withoutTools: boolean;
  /** Tools must be declared where the thread holds calls. */
  wantsTools: boolean;
  /** There is no system role. */
  withoutSystem: boolean;
  /** The model takes no pictures. */
  withoutPictures: boolean;
  /** Ids of calls have nine letters. */
  shortIds: boolean;
  /** After results of tools the model must have spoken before the person does. */
  answersTools: boolean;
  /** Calls that another model made need a signature. */
  signsCalls: boolean;
  silence: Silence;
  /** Of the JSON schemas of tools only the plainest is taken. */
  plainSchemas: boolean;
  /** Which reasoning goes back with the thread: that of the turn, one with every answer, or none. */
  reasoning: 'turn' | 'always' | 'never';
  /** The answer comes as one document: OpenAI streams some models to verified organizations alone. */
  withoutStream: boolean;
  /** Token counts cannot be asked for. */
  withoutStreamOptions: boolean;
  /** The name of the most tokens of an answer. */
  tokensField: 'max_tokens' | 'max_completion_tokens';
  /** More than so many tokens of an answer cannot be asked for; undefined while nobody knows. */
  mostTokens: number | undefined;
}

/** OpenAI's own models know only the newer name, others mostly the older one. */
export function firstQuirks(endpoint: URL): Quirks {
  const openAi = /(?:^|\.)openai\.(?:com|azure\.com)$/.test(endpoint.hostname);
  return {
    withoutTools: false,
    wantsTools: false,
    withoutSystem: false,
    withoutPictures: false,
    shortIds: false,
    answersTools: false,
    signsCalls: false,
    silence: null,
    plainSchemas: false,
    reasoning: 'turn',
    withoutStream: false,
    withoutStreamOptions: false,
    tokensField: openAi ? 'max_completion_tokens' : 'max_tokens',
    mostTokens: undefined,
  };
}

/** 404: OpenRouter finds no endpoint with tools. 500: llama.cpp started without its templates. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);
const UNKNOWN = /unsupported|unrecognized|unknown|not permitted|not supported|not allowed/i;
const NO_TOOLS =
  /(?:tool|function)s?[ _-]?(?:call(?:ing)?|use|choice|param)?\b.*(?:not supported|unsupported|not enabled|not available|requires? --|does not support|doesn't support)|(?:not support|n't support|unsupported|no endpoints found that support)\b.*(?:tool|function call)/i;
const WANTS_TOOLS =
  /without `?tools=?`?|must define tools|`?tools=?`? (?:field |param(?:eter)? )?(?:must be|is required)/i;
const NO_SYSTEM =
  /system role (?:is )?not supported|not support(?:ing)? (?:the )?system (?:role|message|prompt|instruction)|developer instruction is not enabled|role'? does not support '?(?:system|developer)/i;
const NO_STREAM =
  /verified to stream|(?:'stream'|\bstream(?:ing)?) (?:is |mode is )?(?:not supported|unsupported)|does not support (?:'stream'|streaming)/i;
const SHORT_IDS =
  /tool call id\b.*length of 9|tool_calls\[\d+\]\.id'?: string too long|(?:tool_use\.id|tool_?use_?id)\b.*(?:should match|satisfy).* pattern/i;
const ANSWERS_TOOLS = /role '?user'? after role '?tool|'user' after 'tool'/i;
/** Templates that take turns know no results of tools. */
const TAKES_TURNS = /roles must alternate/i;
const SIGNS_CALLS = /missing (?:a |the )?`?thought_?signature/i;
const PLAIN_SCHEMAS =
  /schema conversion failed|unrecognized schema|pars(?:e|ing) grammar|pattern must start with|invalid schema\b|schema is (?:invalid|not valid)|unknown name "[^"]*" at '?tools|function_?declarations\b.*(?:schema|parameters|properties)|input_schema\b|(?:keyword|schema)\b.*(?:not supported|unsupported|not permitted)|schema\b.*too many states/i;
const WANTS_REASONING =
  /reasoning_content\b.*(?:must be (?:passed back|provided|included)|is missing)|missing `?reasoning_content/i;
const REASONING_FIELD =
  /(?:\breasoning(?:_content|_details)?\b)'?.*(?:unsupported|not supported|not permitted|not allowed|unrecognized|unknown)|(?:unsupported|unrecognized|unknown)\b.*\breasoning_(?:content|details)\b/i;

type Flag = Exclude<keyof Quirks, 'withoutPictures' | 'reasoning' | 'silence' | 'tokensField' | 'mostTokens'>;

/**
 * Learns from a refusal what to send otherwise; the request is then worth sending once more.
 * @param hadTools whether tools were sent
 */
export function learnQuirk(quirks: Quirks, status: number, error: ProviderError, hadTools: boolean): boolean {
  if (!REFUSALS.has(status)) return false;
  const { text, marks } = error;
  const learnt = reasoningWanted(quirks.reasoning, text);
  if (learnt !== undefined) {
    quirks.reasoning = learnt;
    return true;
  }
  const refuses = (parameter: string) =>
    (marks.includes(parameter) || text.includes(parameter)) && UNKNOWN.test(text);
  if (refuses(quirks.tokensField)) {
    quirks.tokensField = quirks.tokensField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return true;
  }
  const signs: readonly (readonly [Flag, boolean])[] = [
    ['withoutStreamOptions', refuses('stream_options')],
    ['withoutStream', NO_STREAM.test(text) || (marks.includes('stream') && UNKNOWN.test(text))],
    ['withoutSystem', NO_SYSTEM.test(text)],
    ['shortIds', SHORT_IDS.test(text)],
    ['answersTools', ANSWERS_TOOLS.test(text)],
    ['signsCalls', SIGNS_CALLS.test(text)],
    ['wantsTools', !hadTools && WANTS_TOOLS.test(text)],
    ['plainSchemas', hadTools && PLAIN_SCHEMAS.test(text)],
    // A complaint about one tool's schema is none about tools.
    ['withoutTools', hadTools && (NO_TOOLS.test(text) || TAKES_TURNS.test(text)) && !/schema/i.test(text)],
  ];
  const learned = signs.find(([flag, shown]) => shown && !quirks[flag]);
  if (learned === undefined) return false;
  quirks[learned[0]] = true;
  return true;
}

const OF_LENGTH = /max_(?:completion_|new_)?tokens|(?:completion|output) tokens|in the completion/i;
const MOST =
  /(?:at most|less than or equal to|up to|<=|maximum(?: value)?(?: is| of|:)?|must be in \[1,)\s*(\d[\d,]*)/i;

/**
 * What to ask for instead where an answer of so many tokens may not be: what the refusal names, else a quarter.
 * @param sent the most tokens that were asked for
 * @returns undefined for a refusal of something else
 */
export function lesserAnswer(
  status: number,
  { text, marks }: ProviderError,
  sent: number,
): number | undefined {
  const isOfLength = OF_LENGTH.test(text) || marks.some((mark) => OF_LENGTH.test(mark));
  if (!REFUSALS.has(status) || !isOfLength || UNKNOWN.test(text)) return undefined;
  const named = Number(MOST.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  const lesser = named > 0 && named < sent ? named : Math.floor(sent / 4);
  return lesser >= LEAST_ANSWER ? lesser : undefined;
}

/** `reasoning_effort` is a setting, and none of the thread. */
function reasoningWanted(now: Quirks['reasoning'], text: string): Quirks['reasoning'] | undefined {
  if (now !== 'always' && WANTS_REASONING.test(text)) return 'always';
  return now !== 'never' && /messages?\b/i.test(text) && REASONING_FIELD.test(text) ? 'never' : undefined;
}

/** Tokens below which it is the request that is too long, and not the answer. */
const LEAST_ANSWER = 256;

const OF_PICTURES =
  /image|picture|vision|multi-?modal|mmproj|content (?:must be|should be|is not) a (?:valid )?string|valid string/i;
const BROKEN_PICTURE =
  /(?:invalid|corrupt|damaged|could not|cannot|unable|failed to)\b.*\b(?:process|decode|download|parse|read|load|image data|base64)|too (?:large|big|small|many)/i;

/**
 * Whether a request with pictures was refused for them, so that it is worth sending without: for this picture alone, or
 * because the model takes none.
 */
export function pictureRefusal(
  status: number,
  { text, marks }: ProviderError,
): 'picture' | 'model' | undefined {
  if (!REFUSALS.has(status) && status !== 415) return undefined;
  const said = [text, ...marks].join(' ');
  if (!OF_PICTURES.test(said)) return undefined;
  return BROKEN_PICTURE.test(said) ? 'picture' : 'model';
}
