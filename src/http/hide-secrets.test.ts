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
  ['/open//key/s3cret-s3cret-s3cret/list', '/open//key/***/list'],
  ['/OPEN/key/s3cret-s3cret-s3cret', '/OPEN/key/***'],
  ['/open%2fkey/s3cret-s3cret-s3cret', '/open%2fkey/***'],
  ['/o%70en/keys/s3cret-s3cret-s3cret', '/o%70en/keys/***'],
  ['/x/../open/key/s3cret-s3cret-s3cret', '/x/../open/key/***'],
  ['/open/key%2Fs3cret-s3cret-s3cret', '/open/***'],
  ['/elsewhere/0123456789abcdef0123', '/elsewhere/0123456789abcdef0123'],
])('shows %s as %s', (path, shown) => {
  expect(hide(path)).toBe(shown);
});
