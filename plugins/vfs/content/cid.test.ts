import { createHash, randomBytes } from 'node:crypto';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { sha256 } from 'multiformats/hashes/sha2';
import { describe, expect, it } from 'vitest';
import { rawCid } from './cid.js';

const cidOf = (bytes: Uint8Array) => rawCid(createHash('sha256').update(bytes).digest());

describe('rawCid', () => {
  // Cross-checked with ipfs-unixfs-importer 17.1.1.
  it.each([
    ['', 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
    ['hello world\n', 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'],
  ])('of %j', (text, cid) => {
    expect(cidOf(Buffer.from(text))).toBe(cid);
  });

  it('is what multiformats says, for any bytes', async () => {
    for (let n = 0; n < 200; n++) {
      const bytes = randomBytes(n);
      expect(cidOf(bytes)).toBe(CID.createV1(raw.code, await sha256.digest(bytes)).toString());
    }
  });
});
