import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probePlugin } from './testing/probe-plugin.js';
import { problemOf } from './testing/problem-of.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [probePlugin] });
});
afterAll(() => app.close());

describe('rate limits', () => {
  it('answers 429 with Retry-After once a route of its own limit has had enough', async () => {
    expect((await app.get('/t/limited')).status).toBe(200);
    expect((await app.get('/t/limited')).status).toBe(200);
    const response = await app.get('/t/limited');
    expect((await problemOf(response)).code).toBe('rate_limited');
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await app.get('/t/public')).status).toBe(200);
  });

  it('counts principals apart from each other', async () => {
    const small = await startTestApp({ plugins: [probePlugin], config: { rateLimitPerMinute: 3 } });
    try {
      const [mine, yours] = [await small.key('chat'), await small.key('chat')];
      for (let at = 0; at < 3; at += 1) expect((await small.get('/t/any', mine)).status).toBe(200);
      expect((await small.get('/t/any', mine)).status).toBe(429);
      expect((await small.get('/t/any', yours)).status).toBe(200);
      expect((await small.get('/t/public')).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('believes X-Forwarded-For only from a trusted proxy, and only its last hop', async () => {
    for (const [trustProxy, last] of [
      [false, 429],
      [true, 200],
    ] as const) {
      const small = await startTestApp({
        plugins: [probePlugin],
        config: { rateLimitPerMinute: 1, trustProxy },
      });
      try {
        const from = (chain: string) =>
          small.get('/t/public', undefined, { headers: { 'X-Forwarded-For': chain } });
        expect((await from('198.51.100.1')).status).toBe(200);
        expect((await from('198.51.100.2')).status).toBe(last);
        expect((await from('203.0.113.9, 198.51.100.2')).status).toBe(429);
      } finally {
        await small.close();
      }
    }
  });
});
