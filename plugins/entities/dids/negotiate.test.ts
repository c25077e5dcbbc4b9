import { expect, it } from 'vitest';
import { negotiate } from './negotiate.js';

it.each([
  [undefined, 'application/did-resolution'],
  ['', 'application/did-resolution'],
  ['*/*', 'application/did-resolution'],
  ['text/html, */*;q=0.1', 'application/did-resolution'],
  ['application/did-resolution', 'application/did-resolution'],
  ['application/did+json', 'application/did+json'],
  ['Application/DID+LD+JSON', 'application/did+ld+json'],
  ['application/did', 'application/did'],
  ['application/json', 'application/json'],
  [
    'application/ld+json;profile="https://w3id.org/did-resolution"',
    'application/ld+json;profile="https://w3id.org/did-resolution"',
  ],
  ['application/did+json;q=0.2, application/did-resolution;q=0.9', 'application/did-resolution'],
  ['application/did+json;q=0, application/json', 'application/json'],
])('%s is answered as %s', (accept, type) => expect(negotiate(accept)?.type).toBe(type));

it.each(['text/html', 'application/did+cbor', 'application/did+json;q=0'])('%s is not to be had', (accept) =>
  expect(negotiate(accept)).toBeUndefined(),
);
