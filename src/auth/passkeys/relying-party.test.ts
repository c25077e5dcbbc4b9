import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.js';

const at = (host: string, publicUrl?: string, trustProxy = false) =>
  relyingPartyOf({ host, trustProxy, ...(publicUrl === undefined ? {} : { publicUrl }) }, 3000);

it.each(['127.0.0.1', '::1', 'localhost'])('passkeys of an oracle at %s are those of localhost', (host) => {
  expect(at(host)).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
});

it('passkeys of an oracle with a public address are those of its name', () => {
  const party = { id: 'oracle.example', origin: 'https://oracle.example' };
  expect(at('0.0.0.0', 'https://oracle.example')).toEqual(party);
  // Behind a proxy on the same machine.
  expect(at('127.0.0.1', 'https://oracle.example', true)).toEqual(party);
  expect(at('127.0.0.1', 'https://oracle.example:8443')).toMatchObject({
    id: 'oracle.example',
    origin: 'https://oracle.example:8443',
  });
  expect(at('127.0.0.1', 'http://localhost:8080')).toMatchObject({ origin: 'http://localhost:8080' });
});

it.each([
  ['insecure', '127.0.0.1', 'http://oracle.example', false],
  ['address', '127.0.0.1', 'https://192.0.2.7', false],
  ['address', '127.0.0.1', 'https://[2001:db8::7]', false],
  ['unnamed', '0.0.0.0', undefined, false],
  ['unnamed', '127.0.0.2', undefined, false],
  // A proxy has a name of its own, which nobody said.
  ['unnamed', '127.0.0.1', undefined, true],
])('there are none: %s', (why, host, publicUrl, trustProxy) => {
  expect(at(host, publicUrl, trustProxy)).toBe(why);
});
