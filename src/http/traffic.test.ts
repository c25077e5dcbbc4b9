import { afterAll, beforeAll, expect, it } from 'vitest';
import observability from '../../plugins/observability/index.js';
import { createChat } from './testing/chat.js';
import { letGo, paceTools } from './testing/pace-tools.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
let key: string;
const { newSession, waitingRun } = createChat(() => ({ app, key }));
beforeAll(async () => {
  app = await startTestApp({ plugins: [observability, paceTools], env: { TRUST_PROXY: 'true' } });
  key = await app.key('chat', 'metrics');
});
afterAll(() => app.close());

const metrics = async () => (await app.get('/metrics', key)).text();

it('counts and times requests by their route, with what is open', async () => {
  const sessionId = await newSession();
  await app.get(`/sessions/${sessionId}`, key);
  await app.get('/sessions/nobody-has-this', key);
  for (const path of ['/nothing', '/nothing/else']) await app.get(path, key);
  const stream = await waitingRun(sessionId);
  const during = await metrics();
  expect(during).toContain(
    'oracle_http_requests_total{method="GET",route="/sessions/:sessionId",status="2xx"} 1\n',
  );
  expect(during).toContain(
    'oracle_http_requests_total{method="GET",route="/sessions/:sessionId",status="4xx"} 1\n',
  );
  expect(during).toContain('oracle_http_requests_total{method="GET",route="none",status="4xx"} 2\n');
  expect(during).toContain(
    'oracle_http_request_duration_seconds_count{method="GET",route="/sessions/:sessionId"} 2\n',
  );
  expect(during).toContain('oracle_http_requests_open{kind="stream"} 1\n');
  expect(during).toContain('oracle_runs_active 1\n');
  expect(during).toMatch(/process_open_fds [1-9]/);
  expect(during).toMatch(/process_max_fds [1-9]/);
  letGo();
  await stream.text();
  const after = await metrics();
  expect(after).toContain('oracle_http_requests_open{kind="stream"} 0\n');
  // Counted as a request, and its hour of listening not as time that somebody waited.
  expect(after).toContain(
    'oracle_http_requests_total{method="POST",route="/messages/:sessionId",status="2xx"} 1\n',
  );
  expect(after).not.toContain(
    'oracle_http_request_duration_seconds_count{method="POST",route="/messages/:sessionId"}',
  );
});

it('logs from where a request came: whom the proxy before it saw, and nobody whom the client names', async () => {
  await app.get('/sessions', key, {
    headers: { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7', 'X-Request-Id': 'from-where' },
  });
  const line = () => app.logs.find(({ fields }) => fields['requestId'] === 'from-where');
  await expect.poll(line).toBeDefined();
  expect(line()?.fields).toMatchObject({ from: '198.51.100.7', path: '/sessions', status: 200 });
});
