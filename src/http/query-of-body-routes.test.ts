import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import shelf from '../../examples/shelf/index.js';
import { startTestOracle, type TestOracle } from '../testing/index.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [shelf] });
});
afterAll(() => oracle.close());

describe('a route with a body', () => {
  it.each(['/v1/shelf?title=Other', '/sessions?title=x', '/messages/nowhere?stream=true&__proto__=1'])(
    'refuses what stands in the query of %s, by name',
    async (path) => {
      const answer = await oracle.owner.post(path, { title: 'Strata' });
      expect([answer.status, answer.at('code')]).toEqual([400, 'invalid_request']);
      const fields = (answer.at('errors') as { field: string }[]).map(({ field }) => field);
      for (const name of new URLSearchParams(path.split('?')[1]).keys()) expect(fields).toContain(name);
    },
  );

  it('takes a bare question mark for nothing', async () => {
    expect((await oracle.owner.post('/v1/shelf?', { title: 'Strata' })).status).toBe(201);
  });
});

describe('an attachment', () => {
  const send = async (url: unknown) => {
    const session = String((await oracle.owner.post('/sessions')).at('sessionId'));
    const attachments = [{ name: 'a', mimeType: 'text/plain', url }];
    return oracle.owner.post(`/messages/${session}`, { message: 'hello', attachments });
  };

  it.each([
    'file:///etc/passwd',
    'https://example.com/a',
    'HTTP://169.254.169.254/',
    'javascript:alert(1)',
    'blob:x',
    'mxc://a/b',
    'vfs+x.y-z:a',
  ])('of another scheme is refused: %s', async (url) => {
    const answer = await send(url);
    expect(answer.json).toMatchObject({ status: 400, errors: [{ field: 'attachments.0.url' }] });
  });

  it.each(['/docs/a.csv', 'docs/a: b.csv', 'DATA:text/plain,a', 'data:text/plain,a%20b'])(
    'is a path or data: %s',
    async (url) => expect((await send(url)).status).toBe(200),
  );
});
