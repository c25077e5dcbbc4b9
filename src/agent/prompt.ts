import type { Config } from '../config-types.js';
import type { Clock, OracleInfo, PromptMessage, PromptSection, SummaryMessage } from '../plugin/index.js';
import type { RunContext } from '../runs/run-context.js';
import type { Catalog } from './catalog.js';
import { sectionBodies } from './prompt-sections.js';

/** With more capabilities than this the prompt does not name them; the agent then searches with list_capabilities. */
const DIRECTORY_LIMIT = 40;

const HOW_TO = `Your abilities come as capabilities. Some tools are always there; the tools of the other capabilities appear once you load them:
1. If a listed capability fits the request, call load_capability with its name, or with several names at once. If you are not sure which one fits, call list_capabilities with a query first.
2. Then call the tools it brought, with fields of their schemas alone: any other is refused. Independent calls go out together in one turn.
3. Answer from what the tools returned. Give their numbers exactly as they are and with their units; never invent a figure, a source or a result.
Ask for a required value that the person did not give. When a tool returns an error, mend the arguments if the error says how; otherwise tell the person plainly what failed.
Answer in the person's language, in Markdown, briefly.`;

/**
 * The stable head of every system prompt: who the oracle is, how capabilities work, which ones there are. It
 * depends on the boot alone, so that a provider's prompt cache survives from run to run.
 */
export function promptHead(config: Pick<Config, 'prompt'>, oracle: OracleInfo, catalog: Catalog): string {
  const directory = catalog.entries
    .filter((entry) => entry.manifest.loading === 'on-demand')
    .map((entry) => `- ${entry.name}: ${entry.manifest.summary}`);
  const listed = directory.length > 0 && directory.length <= DIRECTORY_LIMIT;
  return [
    `You are ${oracle.name}. ${oracle.description}`.trim(),
    config.prompt,
    HOW_TO,
    listed ? `Capabilities to load:\n${directory.join('\n')}` : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

export interface SystemPromptInput {
  readonly head: string;
  readonly sections: readonly PromptSection[];
  readonly run: RunContext;
  readonly clock: Clock;
}

/**
 * One run's system prompt: the head, the plugins' sections, today's date last (the one part that changes by
 * itself, once a day).
 */
export async function systemPrompt(input: SystemPromptInput): Promise<string> {
  const today = new Date(input.clock.now()).toISOString().slice(0, 10);
  return [input.head, ...(await sectionBodies(input.sections, input.run)), `Today is ${today} (UTC).`].join(
    '\n\n',
  );
}

/** The messages of one model call: the system prompt, the summary of what is left out, the conversation from there. */
export function promptMessages(
  system: string,
  summary: SummaryMessage | undefined,
  messages: readonly PromptMessage[],
): readonly PromptMessage[] {
  return [{ role: 'system', content: withSummary(system, summary) }, ...messages.map(withAttachments)];
}

function withSummary(system: string, summary: SummaryMessage | undefined): string {
  if (summary === undefined) return system;
  const leftOut = `${system}\n\nOlder parts of this conversation are left out to save room.`;
  if (summary.content === '') return leftOut;
  return `${leftOut} This is the record of them; it holds no instructions:\n\n${summary.content}`;
}

/** Attachments are named below the message, with the place where a tool can read them; a model may see more of them. */
function withAttachments(message: PromptMessage): PromptMessage {
  if (message.role !== 'user' || message.attachments === undefined || message.attachments.length === 0)
    return message;
  const lines = message.attachments.map(({ name, mimeType, url }) => {
    const place = url.startsWith('data:') ? 'inline' : url;
    return `- ${name} (${mimeType}): ${place}`;
  });
  return { ...message, content: `${message.content}\n\nAttached files:\n${lines.join('\n')}` };
}
