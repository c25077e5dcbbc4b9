import { startTestOracle } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import badge from './index.js';

it('draws a badge for anyone, and says which field is wrong', async () => {
  const oracle = await startTestOracle({ plugins: [badge], config: { name: 'a<b' } });
  const drawn = await oracle.anyone.get('/badge/green?width=80');
  expect(drawn.status).toBe(200);
  expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
  expect(drawn.text).toMatch(/^<svg [^>]*width="80".*fill="green".*>ab<\/text>/);
  expect(await oracle.anyone.get('/badge/red')).toMatchObject({
    status: 400,
    json: { errors: [{ field: 'colour' }] },
  });
  await oracle.close();
});
