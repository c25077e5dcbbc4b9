/** What a server may make us hold, and how long we wait for it. */
export interface McpLimits {
  /** Tools of one server; those beyond are refused. Default 200. */
  readonly tools: number;
  /** Characters of a tool's description; the rest is cut off. Default 2,000. */
  readonly description: number;
  /** Bytes of a tool's schema as JSON. Default 32 KiB. */
  readonly schemaBytes: number;
  /** Bytes of one result as JSON. Default 1 MiB. */
  readonly resultBytes: number;
  /** Milliseconds for connecting and for listing. Default 15,000. */
  readonly connectMs: number;
  /** Milliseconds of a call without a word from the server. Default 60,000. */
  readonly callMs: number;
}

export const DEFAULT_LIMITS: McpLimits = {
  tools: 200,
  description: 2_000,
  schemaBytes: 32 * 1024,
  resultBytes: 1024 * 1024,
  connectMs: 15_000,
  callMs: 60_000,
};

/** Bytes of one answer as they come over the wire: a page of tools, or a result with its progress and escapes. */
export function wireBytes({ resultBytes }: McpLimits): number {
  return 2 * resultBytes + 4 * 1024 * 1024;
}
