import { z } from 'zod';
import { OracleError } from '../plugin/index.js';
import type { McpLimits } from './limits.js';

/** One part of a result, as the server gave it: `text`, `image`, `audio`, `resource`, `resource_link` and what may come. */
export interface McpContent extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

export interface McpResult {
  readonly content: readonly McpContent[];
  /** Data, when the server gave some. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** All texts, a line break between two. */
  readonly text: string;
}

/** What a server answers to `tools/call`; what is not looked at here is let through. */
export const callAnswer = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
});

/** @throws OracleError `tool_failed` for an error that the tool tells, `upstream_failed` for a result that is too large */
export function readResult(tool: string, answer: z.output<typeof callAnswer>, limits: McpLimits): McpResult {
  const { content, structuredContent, isError } = answer;
  const bytes = Buffer.byteLength(JSON.stringify([content, structuredContent]));
  if (bytes > limits.resultBytes) throw tooLarge(tool, limits.resultBytes);
  const text = content.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n');
  if (isError === true) {
    throw new OracleError('tool_failed', {
      detail: text === '' ? `'${tool}' failed.` : text.slice(0, 4_000),
    });
  }
  return { content, text, ...(structuredContent === undefined ? {} : { structured: structuredContent }) };
}

export function tooLarge(what: string, bytes: number): OracleError {
  return new OracleError('upstream_failed', {
    detail: `The answer of '${what}' has more than ${bytes} bytes.`,
    hint: 'Ask for less of it, such as one page or one part.',
  });
}
