import { OracleError, type OracleErrorOptions } from './errors.js';

/** Token counts of a request that was refused for its length, as far as the provider tells them. */
export interface OverflowTokens {
  /** What the model takes, request and answer together. */
  readonly limit?: number | undefined;
  /** What was asked of it. */
  readonly asked?: number | undefined;
}

/** A model call that is too long for its model: `context_overflow`, with the counts. */
export class ContextOverflow extends OracleError {
  readonly tokens: OverflowTokens;

  constructor(tokens: OverflowTokens, options: OracleErrorOptions) {
    super('context_overflow', options);
    this.name = 'ContextOverflow';
    this.tokens = tokens;
  }

  static override isInstance(value: unknown): value is ContextOverflow {
    return OracleError.isInstance(value) && value.code === 'context_overflow' && 'tokens' in value;
  }
}
