import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { collectArchive, manyFiles, sampleArchive, ZIP64_END } from './testing/sample-archive.js';

it.each([
  [65_534, false],
  [65_535, true],
  [65_536, true],
])('an archive of %d entries is ZIP64: %s', async (count, isZip64) => {
  const archive = sampleArchive(manyFiles(count));
  const bytes = await collectArchive(archive);
  expect(bytes.length).toBe(archive.layout.size);
  expect(bytes.subarray(-98).includes(ZIP64_END)).toBe(isZip64);
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  expect(zip.entryCount).toBe(count);
  // The peer tests read all of them.
  if (count !== 65_535) return;
  let read = 0;
  for await (const _entry of zip.eachEntry()) read += 1;
  expect(read).toBe(count);
});
