import { afterEach, beforeEach, expect } from 'vitest';
import {
  isTerminal,
  type Principal,
  type RunEvent,
  type SequencedEvent,
  type TerminalEvent,
} from '../../plugin/index.js';
import { OWNER, startTestAgent, type TestAgent, type TestAgentOptions } from './test-agent.js';

export const OTHER: Principal = { ...OWNER, id: 'did:key:other', did: 'did:key:other' };

/**
 * Starts agents that are closed after each test: their scripts must have played to the end, and nothing may have
 * failed unheard.
 */
export function useTestAgents(): (options: TestAgentOptions) => Promise<TestAgent> {
  let agents: TestAgent[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  beforeEach(() => {
    process.on('unhandledRejection', onUnhandled);
  });
  afterEach(async () => {
    const open = agents;
    agents = [];
    for (const agent of open) await agent.close();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled.splice(0)).toEqual([]);
  });
  return async (options) => {
    const agent = await startTestAgent(options);
    agents.push(agent);
    return agent;
  };
}

/** A signal that is never aborted. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** Reads a run until `stop` says so, as a client that drops its connection. */
export async function readUntil(
  agent: TestAgent,
  session: string,
  runId: string,
  after: number,
  stop: (event: SequencedEvent) => boolean,
): Promise<SequencedEvent[]> {
  const seen: SequencedEvent[] = [];
  const dropped = new AbortController();
  for await (const batch of agent.runs.events(OWNER, session, runId, after, dropped.signal)) {
    for (const event of batch) {
      seen.push(event);
      if (!stop(event)) continue;
      dropped.abort();
      return seen;
    }
  }
  return seen;
}

export function terminals(events: readonly RunEvent[]): TerminalEvent[] {
  return events.filter(isTerminal);
}

/** A scripted turn of one tool call. */
export function call(name: string, args: Readonly<Record<string, unknown>> = {}, id?: string) {
  return { toolCalls: [{ name, args, ...(id === undefined ? {} : { id }) }] };
}

/** A scripted turn that loads capabilities. */
export function load(...names: string[]) {
  return call('load_capability', { names });
}
