import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdSorter } from './id-sorter.js';

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

async function sort(
  ids: readonly string[],
  runCapacity?: number,
): Promise<{ id: string; line: number; tag: number }[]> {
  const sorter = new IdSorter(runCapacity);
  const out: { id: string; line: number; tag: number }[] = [];
  try {
    for (const [at, id] of ids.entries()) sorter.add(id, at + 1, at * 7);
    await sorter.forEach((bytes, start, end, line, tag) => {
      out.push({ id: bytes.toString('utf8', start, end), line, tag });
    });
  } finally {
    sorter.dispose();
  }
  return out;
}

/** What a stable sort by bytes gives. */
function expected(ids: readonly string[]) {
  return ids
    .map((id, at) => ({ id, line: at + 1, tag: at * 7 }))
    .sort((a, b) => byBytes(a.id, b.id) || a.line - b.line);
}

describe('IdSorter', () => {
  const id = fc.oneof(
    fc.stringMatching(/^HH-[0-9]{1,6}$/),
    fc.stringMatching(/^(north|south)-region-district-[0-9]{2}-village-[a-d]{1,2}$/),
    fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
    fc.constantFrom('a', 'aa', 'ab', '\uffff', '\u{10000}', 'Z', 'é'),
  );

  it('sorts by bytes, equal ids by line', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(id, { maxLength: 300 }),
        fc.constantFrom(undefined, 7, 50),
        async (ids, runCapacity) => {
          expect(await sort(ids, runCapacity)).toEqual(expected(ids));
        },
      ),
    );
  });

  it('tells apart ids with a long shared stretch', async () => {
    const ids = Array.from(
      { length: 2000 },
      (_, i) => `${'x'.repeat(i % 3)}${'common-'.repeat(20)}${(i * 7919) % 2000}`,
    );
    expect(await sort(ids)).toEqual(expected(ids));
  });

  it.each([
    ['hexadecimal', (i: number) => hash('sha256', String(i), 'hex').slice(0, 36)],
    ['all the same', () => 'HH-1'],
    ['each the beginning of others', (i: number) => 'ab'.repeat(1 + ((i * 7919) % 500))],
    ['as long as they may be', (i: number) => `${'x'.repeat(990)}${(i * 7919) % 2500}`],
    [
      'of several bytes a character',
      (i: number) => `ñandú-${String.fromCodePoint(0x10000 + ((i * 7919) % 1000))}`,
    ],
    [
      'words before numbers',
      (i: number) => `${['north', 'south', 'south-west'][i % 3]}-${(i * 31) % 97}-${i}`,
    ],
  ])('sorts and merges ids %s', async (_, idOf) => {
    const ids = Array.from({ length: 2500 }, (_unused, i) => idOf(i));
    expect(await sort(ids, 300)).toEqual(expected(ids));
    expect(await sort(ids)).toEqual(expected(ids));
  });

  it.each([
    ['in order', (i: number) => i],
    ['in reverse', (i: number) => 20_000 - i],
    ['shuffled', (i: number) => (i * 7919) % 20_011],
    ['with repeats', (i: number) => (i * 7919) % 3001],
  ])('merges more runs than memory holds, %s', async (_, place) => {
    const ids = Array.from({ length: 20_000 }, (_unused, i) => `HH-${String(place(i)).padStart(6, '0')}`);
    const sorted = await sort(ids, 1024);
    const wanted = ids.map((text, at) => ({ id: text, line: at + 1, tag: at * 7 }));
    wanted.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.line - b.line));
    expect(sorted.length).toBe(wanted.length);
    expect(
      sorted.every(
        (entry, at) =>
          entry.id === wanted[at]?.id && entry.line === wanted[at]?.line && entry.tag === wanted[at]?.tag,
      ),
    ).toBe(true);
  });

  it('leaves nothing behind', async () => {
    const before = new Set(readdirSync(tmpdir()).filter((name) => name.startsWith('registry-')));
    const sorter = new IdSorter(100);
    for (let i = 0; i <= 100; i++) sorter.add(`id${i}`, i, 0);
    const made = readdirSync(tmpdir()).filter((name) => name.startsWith('registry-') && !before.has(name));
    expect(made.length).toBeGreaterThanOrEqual(1);
    sorter.dispose();
    sorter.dispose();
    expect(made.filter((name) => existsSync(`${tmpdir()}/${name}`) && !before.has(name)).length).toBeLessThan(
      made.length,
    );
  });
});
