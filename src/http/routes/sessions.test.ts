import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp({ script: { answer: { text: 'Hello there.' } } });
  key = await app.key('chat');
});
afterAll(() => app.close());

interface SessionView {
  readonly sessionId: string;
  readonly title: string | null;
  readonly createdAt: string;
}

async function create(body?: unknown, as = key): Promise<SessionView> {
  const response = await app.post('/sessions', as, body);
  expect(response.status).toBe(201);
  return (await response.json()) as SessionView;
}

describe('sessions', () => {
  it('are made with or without a body, and found where Location says', async () => {
    const bare = await app.get('/sessions', key, { method: 'POST' });
    expect(bare.status).toBe(201);
    const { sessionId } = (await bare.json()) as SessionView;
    expect(bare.headers.get('location')).toBe(`/sessions/${sessionId}`);
    const named = await create({ title: ' Field work ' });
    const read = await (await app.get(`/sessions/${named.sessionId}`, key)).json();
    expect(read).toEqual({
      sessionId: named.sessionId,
      title: 'Field work',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.any(String),
      pinned: false,
      archived: false,
      activeRunId: null,
      lastRun: null,
      loadedPlugins: [],
      loadedCapabilities: [],
    });
  });

  it('are listed in pages, newest first, each once', async () => {
    const owner = await app.key('chat');
    const made = new Set<string>();
    for (let at = 0; at < 7; at += 1) made.add((await create({}, owner)).sessionId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await (await app.get(`/sessions?limit=3${query}`, owner)).json()) as {
        sessions: SessionView[];
        cursor?: string;
      };
      expect(page.sessions.length).toBeLessThanOrEqual(3);
      seen.push(...page.sessions.map(({ sessionId }) => sessionId));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(made);
  });

  it.each(['limit=0', 'limit=1000', 'limit=many', 'cursor=nonsense'])('refuse %s', async (query) => {
    const response = await app.get(`/sessions?${query}`, key);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  });

  it('keep their messages, and take their title from the first', async () => {
    const { sessionId } = await create();
    const answer = await app.post(`/messages/${sessionId}`, key, { message: 'Good morning, oracle' });
    const { runId } = (await answer.json()) as { runId: string };
    const page = await (await app.get(`/sessions/${sessionId}/messages`, key)).json();
    expect(page).toMatchObject({
      messages: [
        { role: 'user', content: 'Good morning, oracle', createdAt: expect.stringContaining('T') },
        { role: 'assistant', content: 'Hello there.' },
      ],
    });
    expect(await (await app.get(`/sessions/${sessionId}`, key)).json()).toMatchObject({
      title: 'Good morning, oracle',
      lastRun: { runId, status: 'done' },
    });
  });

  it('go with all they hold', async () => {
    const { sessionId } = await create();
    const answer = await app.post(`/messages/${sessionId}`, key, { message: 'Remember this' });
    const { runId } = (await answer.json()) as { runId: string };
    const gone = await app.get(`/sessions/${sessionId}`, key, { method: 'DELETE' });
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    for (const path of [
      `/sessions/${sessionId}`,
      `/sessions/${sessionId}/messages`,
      `/messages/${sessionId}/runs/${runId}`,
    ]) {
      expect((await app.get(path, key)).status).toBe(404);
    }
    expect((await app.get(`/sessions/${sessionId}`, key, { method: 'DELETE' })).status).toBe(404);
  });

  it('refuse ids that no session could have', async () => {
    for (const id of ['%00', 'a%20b', 'x'.repeat(200), '..%2f..']) {
      expect((await app.get(`/sessions/${id}`, key)).status).toBe(400);
    }
  });
});

describe('a query with a parameter that is not known', () => {
  it.each([
    ['/sessions?search=x', 'search', 'is no parameter here; there are: '],
    ['/sessions?limt=3', 'limt', "is no parameter here. Did you mean 'limit'?"],
    ['/sessions?q=x&Archived=only', 'Archived', "is no parameter here. Did you mean 'archived'?"],
    ['/audit?actr=x', 'actr', "is no parameter here. Did you mean 'actor'?"],
  ])('is refused, with what it may have been: %s', async (path, field, message) => {
    const response = await app.get(path, path.startsWith('/audit') ? await app.key('admin') : key);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ field, message: expect.stringContaining(message) }],
    });
  });
});
