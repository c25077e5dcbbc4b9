import { describe, expect, it } from 'vitest';
import { inspectRegistry } from './inspect-registry.js';
import { memorySource } from './registry-source.js';

const inspect = (text: string) => inspectRegistry(memorySource('units.csv', text));
const rows = (row: (i: number) => string) => Array.from({ length: 300 }, (_, i) => row(i + 1)).join('\n');

describe('a row of totals in a registry', () => {
  it.each([
    ['beside numeric ids', `no,hh_id,village\n${rows((i) => `${i},${1000 + i},V${i % 7}`)}\nTotal,300,7\n`],
    ['in quotes', `no,hh_id\n${rows((i) => `${i},${1000 + i}`)}\n"TOTAL:",300\n`],
    ['of a mean', `no;hh_id\n${rows((i) => `${i};${1000 + i}`)}\nMédia;150,5\n`],
    ['of a count', `no,hh_id\n${rows((i) => `${i},${1000 + i}`)}\nNombre de ménages,300\n`],
    ['of a count in words', `no,hh_id\n${rows((i) => `${i},${1000 + i}`)}\nNumber of households:,300\n`],
    ['of a count by its letter', `no,hh_id\n${rows((i) => `${i},${1000 + i}`)}\nN =,300\n`],
    ['of a count by its letter alone', `no,hh_id\n${rows((i) => `${i},${1000 + i}`)}\nn=,300\n`],
    ['with text beside it', `no,hh_id,note\n${rows((i) => `${i},${1000 + i},"a ""b"""`)}\nSomme,300,\n`],
  ])('is left out and said, %s', async (_, text) => {
    const { size, leftOut, warnings } = await inspect(text);
    expect([size, leftOut.map(({ line, why }) => [line, why])]).toEqual([300, [[302, 'total']]]);
    expect(warnings.join(' ')).toMatch(/left out as no units: line 302 \(total/);
  });

  it('is none where a unit has an id of its own, or a name that begins so', async () => {
    const named = `hh_id,head\n${rows((i) => `HH-${i},${i === 7 ? 'Total' : 'Amina'}`)}\n`;
    expect((await inspect(named)).size).toBe(300);
    const numbered = `hh_id,head\n${rows((i) => `${1000 + i},${i % 2 ? 'Summer Ade' : 'Totalis'}`)}\n`;
    expect((await inspect(numbered)).size).toBe(300);
    const counted = `hh_id,head\n${rows((i) => `${1000 + i},${i % 2 ? 'Nombeko' : 'N. Okoro'}`)}\n`;
    expect((await inspect(counted)).size).toBe(300);
    const lettered = `hh_id\n${rows((i) => `N ${i}`)}\n`;
    expect((await inspect(lettered)).size).toBe(300);
    const spaced = `house\n${rows((i) => `Hill house ${i}`)}\nTotal House Nine\n`;
    expect((await inspect(spaced)).size).toBe(301);
  });
});
