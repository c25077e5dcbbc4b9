import type { ProviderError } from '../provider-error.js';

/** What an endpoint turned out not to take; learned from its refusals and kept while the process lives. */
export interface Quirks {
  /** The model cannot call tools. */
  withoutTools: boolean;
  /** Token counts cannot be asked for. */
  withoutStreamOptions: boolean;
  /** The name of the most tokens of an answer. */
  tokensField: 'max_tokens' | 'max_completion_tokens';
}

/** OpenAI's own models know only the newer name, others mostly the older one. */
export function firstQuirks(endpoint: URL): Quirks {
  const openAi = /(?:^|\.)openai\.(?:com|azure\.com)$/.test(endpoint.hostname);
  return {
    withoutTools: false,
    withoutStreamOptions: false,
    tokensField: openAi ? 'max_completion_tokens' : 'max_tokens',
  };
}

/** 404: OpenRouter finds no endpoint with tools. 500: llama.cpp started without its templates. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);
const NO_TOOLS =
  /(?:tool|function)s?[ _-]?(?:call(?:ing)?|use|choice|param)?\b.*(?:not supported|unsupported|not enabled|not available|requires? --|does not support|doesn't support)|(?:not support|n't support|unsupported|no endpoints found that support)\b.*(?:tool|function call)/i;

const UNKNOWN = /unsupported|unrecognized|unknown|not permitted|not supported|not allowed/i;

/**
 * Learns from a refusal what to leave out; the request is then worth sending once more.
 * @param hadTools whether tools were sent
 */
export function learnQuirk(quirks: Quirks, status: number, error: ProviderError, hadTools: boolean): boolean {
  if (!REFUSALS.has(status)) return false;
  const refuses = (parameter: string) =>
    (error.marks.includes(parameter) || error.text.includes(parameter)) && UNKNOWN.test(error.text);
  if (!quirks.withoutStreamOptions && refuses('stream_options')) {
    quirks.withoutStreamOptions = true;
    return true;
  }
  if (refuses(quirks.tokensField)) {
    quirks.tokensField = quirks.tokensField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return true;
  }
  if (hadTools && !quirks.withoutTools && NO_TOOLS.test(error.text) && !/schema/i.test(error.text)) {
    quirks.withoutTools = true;
    return true;
  }
  return false;
}
