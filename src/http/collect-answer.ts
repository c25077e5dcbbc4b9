import {
  type ArtifactEvent,
  addUsage,
  isTerminal,
  NO_USAGE,
  OracleError,
  type PendingApproval,
  type PendingCall,
  type RunEvent,
  type SequencedEvent,
  type ToolCallEvent,
  type Usage,
} from '../plugin/index.js';
import { errorOfCode } from './problem.js';

type Notice = Omit<Extract<RunEvent, { type: 'notice' }>, 'type'>;

/** A whole run as one JSON answer. */
export interface Answer {
  readonly sessionId: string;
  readonly runId: string;
  /** All that was said; messages are paragraphs. */
  readonly content: string;
  /** Each message by the id under which the thread keeps it. */
  readonly messages: readonly { readonly messageId: string; readonly content: string }[];
  readonly toolCalls: readonly Omit<ToolCallEvent, 'type'>[];
  readonly loaded: readonly string[];
  readonly finishReason: 'stop' | 'limit' | 'length' | 'cancelled' | 'interrupted';
  readonly usage: Usage;
  readonly notices?: readonly Notice[];
  readonly artifacts?: readonly Omit<ArtifactEvent, 'type'>[];
  readonly approvals?: readonly PendingApproval[];
  readonly calls?: readonly PendingCall[];
}

/**
 * Folds the events of a run into its answer.
 * @throws OracleError with the run's own code when it ended in an error, `run_interrupted` when its events broke off.
 */
export async function collectAnswer(
  run: { readonly sessionId: string; readonly runId: string },
  batches: AsyncIterable<readonly SequencedEvent[]>,
): Promise<Answer> {
  const said = new Map<string, string>();
  const toolCalls = new Map<string, Omit<ToolCallEvent, 'type'>>();
  const loaded = new Set<string>();
  const artifacts: Omit<ArtifactEvent, 'type'>[] = [];
  const notices: Notice[] = [];
  let usage = NO_USAGE;

  const take = (event: RunEvent) => {
    if (event.type === 'message')
      said.set(event.messageId, (said.get(event.messageId) ?? '') + event.content);
    else if (event.type === 'reasoning' && event.replaces) said.delete(event.messageId);
    else if (event.type === 'capability') for (const name of event.loaded) loaded.add(name);
    else if (event.type === 'usage') usage = addUsage(usage, withoutType(event));
    else if (event.type === 'artifact') artifacts.push(withoutType(event));
    else if (event.type === 'notice') notices.push(withoutType(event));
    else if (event.type === 'tool_call') toolCalls.set(event.id, withoutType(event));
  };

  for await (const batch of batches) {
    for (const { event } of batch) {
      if (!isTerminal(event)) {
        take(event);
        continue;
      }
      if (event.type === 'error') throw errorOfCode(event);
      return {
        ...run,
        content: asParagraphs([...said.values()]),
        messages: [...said].map(([messageId, content]) => ({ messageId, content })),
        toolCalls: [...toolCalls.values()],
        loaded: [...loaded],
        finishReason: event.type === 'done' ? event.finishReason : event.type,
        usage: event.type === 'done' ? event.usage : usage,
        ...(notices.length === 0 ? {} : { notices }),
        ...(artifacts.length === 0 ? {} : { artifacts }),
        ...(event.type === 'interrupted' ? withoutType(event) : {}),
      };
    }
  }
  throw new OracleError('run_interrupted', {
    detail: 'The events of the run broke off before its end.',
    hint: `The run itself may go on: GET /messages/${run.sessionId}/runs/${run.runId} rejoins it.`,
  });
}

/** Joins texts so that none is glued to the next; what white space stands between them stays. */
function asParagraphs(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    const apart = all === '' || text === '' || /\s$/u.test(all) || /^\s/u.test(text);
    return `${all}${apart ? '' : '\n\n'}${text}`;
  }, '');
}

function withoutType<Event extends RunEvent>({ type: _, ...data }: Event): Omit<Event, 'type'> {
  return data;
}
