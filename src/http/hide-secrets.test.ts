import { expect, it } from 'vitest';
import { createPathHider } from './hide-secrets.js';

const hide = createPathHider([
  { path: '/open/key/:token/list', secretParam: 'token' },
  { path: '/open/key/:token/send', secretParam: 'token' },
  { path: '/open/:id' },
]);

it.each([
  ['/open/key/s3cret/list', '/open/key/***/list'],
  ['/open/key/s3cret', '/open/key/***'],
  ['/open/key/s3cret/no/such/route', '/open/key/***/no/such/route'],
  ['//open/key/s3cret/list', '/open/key/***/list'],
  ['/open/keys', '/open/keys'],
  ['/open/7', '/open/7'],
  ['//host', '//host'],
])('shows %s as %s', (path, shown) => {
  expect(hide(path)).toBe(shown);
});
