import { randomUUID } from 'node:crypto';
import {
  type ModelCall,
  type ModelTurn,
  NO_USAGE,
  OracleError,
  type Principal,
  type Usage,
} from '../../plugin/index.js';
import type { ChatRequest } from './chat-request.js';
import { textOf } from './content.js';
import type { OpenAiDoor } from './door.js';

/** The model that needs no key; it writes no titles. */
const OFFLINE = 'offline:planner';
const TITLE_LENGTH = 60;

/**
 * The prompt of a request by which Open WebUI asks for a title, tags or follow-up questions of a chat; undefined for
 * what a person asks. Such prompts begin with this heading (open_webui/config.py, `DEFAULT_*_GENERATION_PROMPT_TEMPLATE`).
 */
export function taskOf({ messages, tools }: ChatRequest): string | undefined {
  const [only] = messages;
  if (messages.length !== 1 || only?.role !== 'user' || (tools ?? []).length > 0) return undefined;
  const text = textOf(only.content);
  return /^### Task:\s*\n/u.test(text) && /^### Output/mu.test(text) ? text : undefined;
}

/**
 * Has a task done by a model without tools, in no session: it goes through what plugins put around every model call, so
 * that it is booked as any other is.
 * @throws OracleError of the model, or of a plugin that refuses the call
 */
export async function doTask(
  { models, middleware }: Pick<OpenAiDoor, 'models' | 'middleware'>,
  task: string,
  { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
): Promise<{ readonly text: string; readonly usage: Usage }> {
  const model = await models.resolve('utility');
  if (model.id === OFFLINE) return { text: offlineAnswer(task), usage: NO_USAGE };
  const id = `task-${randomUUID()}`;
  const ask = middleware.reduceRight<(call: ModelCall) => Promise<ModelTurn>>(
    (next, one) => (call) => one.wrapModelCall?.(call, next) ?? next(call),
    streamed,
  );
  const { message, usage } = await ask({
    runId: id,
    sessionId: id,
    principal,
    metadata: {},
    model,
    role: 'utility',
    messages: [{ role: 'user', id, content: task }],
    tools: [],
    signal,
    step: 1,
  });
  if (message.content.trim() === '')
    throw new OracleError('answer_empty', { detail: 'The model gave no answer to the task.' });
  return { text: message.content, usage };
}

async function streamed({ model, messages, runId, signal }: ModelCall): Promise<ModelTurn> {
  let content = '';
  let usage = NO_USAGE;
  for await (const event of model.stream(messages, [], signal)) {
    if (event.type === 'text') content += event.text;
    if (event.type === 'usage') usage = event.usage;
  }
  return { message: { role: 'assistant', id: runId, content }, usage, reason: 'stop' };
}

/** What can be said without a model: a title from the first words, none of what is wanted else. */
function offlineAnswer(task: string): string {
  const wanted = /"(\w+)"\s*:/u.exec(task.slice(task.search(/^### Output/mu)))?.[1] ?? 'title';
  if (wanted !== 'title') return JSON.stringify({ [wanted]: [] });
  const first = /<chat_history>\s*(?:USER:\s*)?([^\n]+)/iu.exec(task)?.[1]?.trim() ?? 'Chat';
  const title = first.length > TITLE_LENGTH ? `${first.slice(0, TITLE_LENGTH - 1).trimEnd()}…` : first;
  return JSON.stringify({ title });
}
