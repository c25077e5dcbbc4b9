import { describe, expect, it } from 'vitest';
import { isDid, personalNamespace } from './index.js';

describe('DIDs', () => {
  it.each(['did:key:z6Mk', 'did:ixo:entity:abc', 'did:web:example.com%3A3000', 'did:x:a.b_c-d'])(
    '%s',
    (did) => expect(isDid(did)).toBe(true),
  );
  it.each([
    'did:',
    'did:key:',
    'did:KEY:a',
    'did:x:a/b',
    'did:x:a:',
    'did:x:%41',
    'key:a',
    'did:x:ä',
    'did:x:a b',
  ])('not %j', (did) => expect(isDid(did)).toBe(false));
  it('name a personal namespace by their method-specific id', () => {
    expect(personalNamespace('did:ixo:ixo1abc')).toBe('user:ixo1abc');
    expect(personalNamespace('did:key:z6MkAbc')).toBe('user:z6MkAbc');
    expect(personalNamespace('did:web:example.com%3A3000:u:1')).toBe('user:example.com%3A3000:u:1');
  });
  it.each(['chat:x:z6MkAbc', 'key:abc', 'anonymous', '', 'did:ixo:a/b', 'DID:key:z6MkAbc'])(
    'alone name one, not %j',
    (id) => expect(personalNamespace(id)).toBeUndefined(),
  );
});
