import { expect, it } from 'vitest';
import { cleanerFor } from './without-secrets.js';

it('takes what a server was let in by out of all that it says', () => {
  const clean = cleanerFor({
    url: 'https://me:s3cret-pw@host/mcp',
    headers: { Authorization: 'Bearer SANDTOKEN99', 'X-Team': 'engineering' },
  });
  expect(clean('boom Bearer SANDTOKEN99')).toBe('boom Bearer <secret>');
  expect(clean({ text: ['I heard SANDTOKEN99 of engineering', 3], 's3cret-pw': true })).toEqual({
    text: ['I heard <secret> of engineering', 3],
    '<secret>': true,
  });
});

it('leaves the folders of a program as they are', () => {
  const clean = cleanerFor({ command: 'x', env: { ROOT: '/home/me/docs', API_KEY: 'abcdefgh1' } });
  expect(clean('/home/me/docs abcdefgh1')).toBe('/home/me/docs <secret>');
});
