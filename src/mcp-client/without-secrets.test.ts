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

it('knows them in other letters too', () => {
  const secret = 'PLANTEDTOKEN7731';
  const clean = cleanerFor({ url: 'https://host/mcp', headers: { Authorization: `Bearer ${secret}` } });
  const bytes = (text: string) => Buffer.from(text);
  for (const said of [
    bytes(`Bearer ${secret}`).toString('base64'),
    bytes(`x${secret}yz`).toString('base64url'),
    bytes(secret).toString('base64'),
    bytes(secret).toString('hex'),
    [...secret].reverse().join(''),
  ])
    expect(clean(`I got ${said}`)).toContain('<secret>');
  expect(clean(bytes('nothing of the kind').toString('base64'))).toBe(
    bytes('nothing of the kind').toString('base64'),
  );
});

it('leaves the folders of a program as they are', () => {
  const clean = cleanerFor({ command: 'x', env: { ROOT: '/home/me/docs', API_KEY: 'abcdefgh1' } });
  expect(clean('/home/me/docs abcdefgh1')).toBe('/home/me/docs <secret>');
});
