import type { ToolCall } from '../plugin/index.js';

/** A tool call as a stream delivered it, its arguments still text. */
export interface RawToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** Parses the arguments; text that is no JSON object is kept as `malformed`, for the model to mend. */
export function toToolCall({ id, name, args }: RawToolCall): ToolCall {
  const text = args.trim();
  if (text === '' || text === 'null') return { id, name, args: {} };
  const parsed = parseObject(text);
  return parsed === undefined ? { id, name, args: {}, malformed: text } : { id, name, args: parsed };
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
