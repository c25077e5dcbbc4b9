/** Token counts of one model call or one run. Zero, or absent, when the endpoint reports none. */
export interface Usage {
  /** All of the prompt, cached or not. */
  readonly inputTokens: number;
  /** Part of `inputTokens` that the endpoint had cached. */
  readonly cachedInputTokens?: number;
  /** All that was generated, reasoning included. */
  readonly outputTokens: number;
  /** Part of `outputTokens` that nobody reads. */
  readonly reasoningTokens?: number;
  /** Which model answered, as its endpoint names it; absent in a sum over several. */
  readonly model?: string;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

/** The sum of two counts. */
export function addUsage(a: Usage, b: Usage): Usage {
  const cachedInputTokens = (a.cachedInputTokens ?? 0) + (b.cachedInputTokens ?? 0);
  const reasoningTokens = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0);
  const model = a === NO_USAGE || a.model === b.model ? b.model : undefined;
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(cachedInputTokens === 0 ? {} : { cachedInputTokens }),
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    ...(model === undefined ? {} : { model }),
  };
}
