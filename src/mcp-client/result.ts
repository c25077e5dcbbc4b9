import { z } from 'zod';
import { oneLine } from '../kit/index.js';
import { checkJson } from '../kit/json-check.js';
import { OracleError } from '../plugin/index.js';
import { digitsAsNumbers, digitsAsText } from './exact-numbers.js';
import type { McpLimits } from './limits.js';

/** One part of a result, as the server gave it: `text`, `image`, `audio`, `resource`, `resource_link` and what may come. */
export interface McpContent extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

export interface McpResult {
  readonly content: readonly McpContent[];
  /** Data, when the server gave some; a number that a JavaScript number cannot hold is the text of its digits. */
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

/**
 * @param output what the tool has said of its answers, a JSON Schema
 * @throws OracleError `tool_failed` for an error that the tool tells, `upstream_failed` for a result that is too large, or
 * not what the tool itself says that it answers
 */
export function readResult(
  tool: string,
  answer: z.output<typeof callAnswer>,
  limits: McpLimits,
  output?: Readonly<Record<string, unknown>>,
): McpResult {
  const { content, structuredContent, isError } = answer;
  const bytes = Buffer.byteLength(JSON.stringify([content, structuredContent]));
  if (bytes > limits.resultBytes) throw tooLarge(tool, limits.resultBytes);
  const text = content.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n');
  if (isError === true) {
    throw new OracleError('tool_failed', {
      detail: text === '' ? `'${tool}' failed.` : text.slice(0, 4_000),
    });
  }
  if (output !== undefined) holdTo(output, digitsAsNumbers(structuredContent), tool);
  if (structuredContent === undefined) return { content, text };
  return { content, text, structured: digitsAsText(structuredContent) };
}

/** A figure of another kind than was promised is none: a reader would take it for right. */
function holdTo(output: Readonly<Record<string, unknown>>, data: unknown, tool: string): void {
  const [fault] = data === undefined ? [{ path: [], message: 'is missing' }] : checkJson(output, data);
  if (fault === undefined) return;
  const place = ['structuredContent', ...fault.path.map(String)].join('.');
  throw new OracleError('upstream_failed', {
    detail: `'${tool}' was done, and answered what its own outputSchema does not allow: ${oneLine(place, 200)} ${oneLine(fault.message ?? 'is not as it says', 200)}.`,
    hint: 'What it answered is not passed on. The maker of the server can mend it.',
  });
}

export function tooLarge(what: string, bytes: number): OracleError {
  return new OracleError('upstream_failed', {
    detail: `The answer of '${what}' has more than ${bytes} bytes.`,
    hint: 'Ask for less of it, such as one page or one part.',
  });
}
