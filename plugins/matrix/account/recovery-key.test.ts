import { decodeRecoveryKey, encodeRecoveryKey } from 'matrix-js-sdk/lib/crypto-api/recovery-key.js';
import { expect, it } from 'vitest';
import { newRecoveryKey, readRecoveryKey } from './recovery-key.js';

it('writes recovery keys as clients do, and reads theirs', () => {
  for (let i = 0; i < 50; i++) {
    const { encoded, bytes } = newRecoveryKey();
    expect(decodeRecoveryKey(encoded)).toEqual(bytes);
    expect(encodeRecoveryKey(bytes)).toBe(encoded);
    expect(readRecoveryKey(encoded.toString())?.bytes).toEqual(bytes);
  }
});

it('takes nothing else for one', () => {
  const { encoded } = newRecoveryKey();
  const other = encoded.endsWith('2') ? '3' : '2';
  for (const wrong of [
    '',
    'EsTc',
    `${encoded}1`,
    encoded.slice(0, -1) + other,
    'correct horse battery staple 0',
  ])
    expect(readRecoveryKey(wrong), wrong).toBeUndefined();
});
