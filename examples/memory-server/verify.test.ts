import { generateKeyPairSync, sign } from 'node:crypto';
import { base58btc } from 'multiformats/bases/base58';
import { expect, it } from 'vitest';
import { subjectOf } from './verify.js';

const NOW = 1_800_000_000;
const AUDIENCE = 'http://memory.example';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const DID = `did:key:${base58btc.encode(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`;
const trust = { issuers: [DID], audience: AUDIENCE, now: () => NOW * 1_000 };

const good = { iss: DID, sub: 'did:web:a', aud: AUDIENCE, iat: NOW, exp: NOW + 300, scope: 'memory' };
function credential(claims: object, head: object = { alg: 'EdDSA' }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part(head)}.${part(claims)}`;
  return `Bearer ${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

it('knows whose memories a credential is about', () => {
  expect(subjectOf(credential(good), trust)).toEqual({ issuer: DID, subject: 'did:web:a' });
});

it.each([
  ['no subject', { ...good, sub: undefined }],
  ['an empty subject', { ...good, sub: '' }],
  ['a blank subject', { ...good, sub: ' \t' }],
  ['a subject that is null', { ...good, sub: null }],
  ['a subject that is a list', { ...good, sub: ['did:web:a'] }],
  ['another issuer', { ...good, iss: 'did:key:z6MkOther' }],
  ['an issuer that begins alike', { ...good, iss: DID.slice(0, -1) }],
  ['another audience', { ...good, aud: 'http://memory.example.evil' }],
  ['its time behind it', { ...good, iat: NOW - 900, exp: NOW - 600 }],
  ['its time before it', { ...good, iat: NOW + 600, exp: NOW + 900 }],
  ['a life of years', { ...good, exp: NOW + 1e8 }],
  ['another scope', { ...good, scope: 'files' }],
])('refuses a credential with %s', (_what, claims) =>
  expect(subjectOf(credential(claims), trust)).toBeUndefined(),
);

it('refuses what is not signed, signed by another or of another kind', () => {
  const whole = credential(good);
  const forged = whole.replace(
    /\.[\w-]+\./,
    `.${Buffer.from(JSON.stringify({ ...good, sub: 'b' })).toString('base64url')}.`,
  );
  for (const each of [
    undefined,
    '',
    'Bearer x',
    forged,
    whole.slice(0, -8),
    credential(good, { alg: 'none' }),
  ])
    expect(subjectOf(each, trust)).toBeUndefined();
});
