import { encodeNative } from '../../http/sse/native.js';
import type { RunEvent } from '../../plugin/index.js';
import { TaskEvents } from '../a2a/task-events.js';
import { AgUiEvents } from '../ag-ui/encode-events.js';
import { UiParts } from '../ai-sdk/encode-parts.js';
import { ChatChunks } from '../openai/chat-chunks.js';
import { RunResponse } from '../openai/responses/response.js';

export const RUN = '3f0d5c1e-8a51-4f0e-9a39-6a4be9a8f7d1';
export const SESSION = '0b7f3f9e-2f86-4f5c-8df5-0f5e3b5f1a22';

/** What makes the stream of one run, event by event; `seq` counts from 1. */
export type Encoder = () => (event: RunEvent, seq: number) => string;

const nothing: ReadonlySet<string> = new Set();

/** The encoder of each door, for the run `RUN` of a conversation that begins. */
export const ENCODERS: Readonly<Record<string, Encoder>> = {
  native: () => (event, seq) => encodeNative(RUN, { seq, event }),
  'openai-chat': () => {
    const chunks = new ChatChunks({ runId: RUN, model: 'oracle', created: 1, includeUsage: true });
    return (event) => chunks.encode(event);
  },
  'openai-responses': () => {
    const response = new RunResponse({
      runId: RUN,
      sessionId: SESSION,
      stored: true,
      model: 'oracle',
      created: 1,
      previous: null,
    });
    return (event) => response.encode(event);
  },
  'ai-sdk': () => {
    const parts = new UiParts({ runId: RUN, goesOn: false, told: nothing, denied: nothing });
    return (event) => parts.encode(event);
  },
  'ag-ui': () => {
    const events = new AgUiEvents({ threadId: SESSION, runId: RUN, state: {}, loaded: [], told: nothing });
    return (event) => events.encode(event);
  },
  a2a: () => {
    const timestamp = () => '2026-11-29T00:00:00Z';
    const events = new TaskEvents({ taskId: RUN, contextId: SESSION, timestamp });
    return (event) => events.encode(event, 1);
  },
};

/** All that a run's events are on the wire. */
export function encodeAll(make: Encoder, run: readonly RunEvent[]): string {
  const encode = make();
  return run.map((event, at) => encode(event, at + 1)).join('');
}
