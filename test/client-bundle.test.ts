import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const shipped = (name: string) => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));

it.each([
  ['client', 5000, ['OracleError', 'createOracleClient', 'redeemCode']],
  ['receipts', 5500, ['decimalsOf', 'receiptsFrom']],
])('what ships as %s is one file for a browser too, and small', async (name, most, exported) => {
  const text = readFileSync(shipped(name), 'utf8');
  expect(text).not.toMatch(/\bimport\s*[{"'*\w]|\bimport\(|\brequire\(|node:|\bprocess\b|\bBuffer\b/);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(most);
  const module = (await import(pathToFileURL(shipped(name)).href)) as object;
  expect(Object.keys(module).sort()).toEqual(exported);
});
