import { fieldOf } from '../fields.js';

/**
 * What OpenAI, Anthropic or Bedrock refuses in a request, whoever of them it is that refuses it; undefined where all take it.
 * In the words of theirs.
 */
export function refusedBySome(body: Readonly<Record<string, unknown>>): string | undefined {
  const text = JSON.stringify(body);
  if (/(?<!\\)\\ud[89a-f]/.test(text) || /\\\\ud[89a-f]/.test(text))
    return 'The request body is not valid JSON: no low surrogate in string';
  for (const [at, message] of list(body['messages']).entries()) {
    const role = fieldOf(message, 'role');
    const content = fieldOf(message, 'content');
    const calls = [
      ...list(fieldOf(message, 'tool_calls')).map((call) => fieldOf(fieldOf(call, 'function'), 'name')),
      ...list(content)
        .filter((part) => fieldOf(part, 'type') === 'tool_use')
        .map((part) => fieldOf(part, 'name')),
    ];
    if (calls.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(String(name))))
      return `Invalid 'messages[${at}].tool_calls[0].function.name': string does not match pattern`;
    const texts = [
      ...(typeof content === 'string' && !(content === '' && calls.length > 0) ? [content] : []),
      ...list(content).flatMap((part) => (fieldOf(part, 'type') === 'text' ? [fieldOf(part, 'text')] : [])),
    ];
    if (texts.some((said) => typeof said !== 'string' || said.trim() === ''))
      return `messages.${at} (${String(role)}): text content blocks must contain non-whitespace text`;
  }
  return undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
