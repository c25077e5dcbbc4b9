import { nextEntry } from './pace-tools.js';
import type { TestApp } from './test-app.js';

/** Short forms of the chat routes. `of` is asked at each call, because tests make their app late. */
export function createChat(of: () => { readonly app: TestApp; readonly key: string }) {
  async function newSession(): Promise<string> {
    const { app, key } = of();
    const response = await app.post('/sessions', key, {});
    return ((await response.json()) as { sessionId: string }).sessionId;
  }

  function say(sessionId: string, message: string, stream = true, key = of().key): Promise<Response> {
    return of().app.post(`/messages/${sessionId}`, key, { message, stream });
  }

  function rejoin(sessionId: string, runId: string, lastEventId?: string, key = of().key): Promise<Response> {
    const headers = lastEventId === undefined ? {} : { headers: { 'Last-Event-ID': lastEventId } };
    return of().app.get(`/messages/${sessionId}/runs/${runId}`, key, headers);
  }

  /** Starts a run that stands in the tool `wait`; resolves once it is there. */
  async function waitingRun(sessionId: string): Promise<Response> {
    of().app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'Waited.' });
    const entered = nextEntry();
    const response = await say(sessionId, 'wait');
    await entered;
    return response;
  }

  return { newSession, say, rejoin, waitingRun };
}
