import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probePlugin } from './testing/probe-plugin.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [probePlugin] });
});
afterAll(() => app.close());

describe('CORS', () => {
  const origin = (value: string, more: Record<string, string> = {}) => ({
    headers: { Origin: value, ...more },
  });

  it('is denied by default', async () => {
    const response = await app.get('/health', undefined, origin('https://app.example'));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('allows listed origins with credentials and answers their preflight', async () => {
    const open = await startTestApp({ env: { CORS_ORIGINS: 'https://app.example' } });
    try {
      const allowed = await open.get('/health', undefined, origin('https://app.example'));
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
      expect(allowed.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(allowed.headers.get('vary')).toContain('Origin');
      // A refusal must be readable too.
      const refused = await open.get('/sessions', undefined, origin('https://app.example'));
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
        401,
        'https://app.example',
      ]);
      const preflight = await fetch(`${open.url}/sessions`, {
        method: 'OPTIONS',
        ...origin('https://app.example', {
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type',
        }),
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
      const other = await open.get('/health', undefined, origin('https://evil.example'));
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await open.close();
    }
  });

  it('opens to every origin by *, without credentials', async () => {
    const open = await startTestApp({ env: { CORS_ORIGINS: '*' } });
    try {
      const response = await open.get('/health', undefined, origin('https://any.example'));
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    } finally {
      await open.close();
    }
  });
});
