import type { OracleInfo, PromptMessage } from 'oracle-runtime/plugin';

/**
 * The prompt with other instructions of the operator in the place of those that are set: they follow the words about who
 * the oracle is.
 */
export function withPrompt(
  messages: readonly PromptMessage[],
  { name, description, prompt: set }: Pick<OracleInfo, 'name' | 'description' | 'prompt'>,
  prompt: string | undefined,
): readonly PromptMessage[] {
  const [system, ...rest] = messages;
  if (prompt === undefined || system?.role !== 'system') return messages;
  const who = `You are ${name}. ${description}`.trim();
  const before = set === undefined ? who : `${who}\n\n${set}`;
  const after = system.content.startsWith(before)
    ? system.content.slice(before.length)
    : `\n\n${system.content}`;
  return [{ role: 'system', content: `${who}\n\n${prompt}${after}` }, ...rest];
}
