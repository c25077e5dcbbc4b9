import fc from 'fast-check';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { openRegistry } from './open-registry.js';
import { memorySource, type RegistrySource } from './registry-source.js';
import type { ReadOptions } from './registry-table.js';

async function read(source: RegistrySource | string, options: ReadOptions = {}) {
  const table = await openRegistry(
    typeof source === 'string' ? memorySource('r.txt', source) : source,
    options,
  );
  const rows: string[][] = [];
  const lines: number[] = [];
  const numeric = new Set<number>();
  await checkBytes(source, options);
  for await (const batch of table.batches) {
    for (const row of batch.rows) rows.push(row.map((cell) => cell.trim()));
    lines.push(...batch.lines);
    for (const at of batch.numbers?.flat() ?? []) numeric.add(at);
  }
  const { format, columns, header, delimiter, sheet } = table;
  return { format, columns, header, delimiter, sheet, rows, lines, numeric: [...numeric] };
}
/** Reads a CSV once more, as bytes where that is possible: rows and lines must be the same. */
async function checkBytes(source: RegistrySource | string, options: ReadOptions) {
  const open = () =>
    openRegistry(typeof source === 'string' ? memorySource('r.txt', source) : source, options);
  const { byteBatches } = await open();
  if (byteBatches === undefined) return;
  const asBytes: [number, string[]][] = [];
  for await (const batch of byteBatches) {
    if ('forEachRow' in batch) batch.forEachRow((row) => asBytes.push([row.line, row.cells()]));
    else for (const [at, row] of batch.rows.entries()) asBytes.push([batch.lines[at] ?? 0, [...row]]);
  }
  const asText: [number, string[]][] = [];
  for await (const batch of (await open()).batches) {
    for (const [at, row] of batch.rows.entries()) asText.push([batch.lines[at] ?? 0, [...row]]);
  }
  expect(asBytes).toEqual(asText);
}
async function complaint(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (OracleError.isInstance(error) && error.code === 'invalid_request') return error.detail;
    throw error;
  }
  return 'none';
}

describe('CSV', () => {
  it.each([
    [',', ','],
    [';', ';'],
    ['\t', '\t'],
    ['|', '|'],
  ])('guesses %j', async (_, delimiter) => {
    const text = [
      ['id', 'name'],
      ['007', 'a, b; c|d'],
      ['008', 'x'],
    ]
      .map((row) => row.map((cell) => `"${cell}"`).join(delimiter))
      .join('\n');
    expect(await read(text)).toMatchObject({
      delimiter,
      columns: ['id', 'name'],
      rows: [
        ['007', 'a, b; c|d'],
        ['008', 'x'],
      ],
    });
  });

  it('takes any delimiter that is named', async () => {
    expect(await read('id~~zone\n1~~a\n', { delimiter: '~~' })).toMatchObject({
      columns: ['id', 'zone'],
      rows: [['1', 'a']],
    });
  });

  it('strips a byte order mark (node-csv-parse issue 284, PapaParse issue 840: the first column was undefined)', async () => {
    expect((await read('\ufeffid,zone\n1,a\n')).columns).toEqual(['id', 'zone']);
    expect((await read(memorySource('r', Buffer.from('\ufeffid\tzone\n1\tà\n', 'utf16le')))).rows).toEqual([
      ['1', 'à'],
    ]);
    const bigEndian = Buffer.from('\ufeffid\tzone\n1\tà\n', 'utf16le').swap16();
    expect((await read(memorySource('r', bigEndian))).rows).toEqual([['1', 'à']]);
  });

  it('counts lines over blank lines and over breaks inside quotes', async () => {
    const { rows, lines } = await read('id,note\n\n1,"two\nlines"\n,,\n2,"a ""quoted"" word"\r\n3,x');
    expect(rows).toEqual([
      ['1', 'two\nlines'],
      ['2', 'a "quoted" word'],
      ['3', 'x'],
    ]);
    expect(lines).toEqual([3, 6, 7]);
  });

  it('knows a list of ids without a header', async () => {
    expect(await read('HH-00001\nHH-00002\nHH-00003\n')).toMatchObject({
      header: false,
      columns: ['column 1'],
      rows: [['HH-00001'], ['HH-00002'], ['HH-00003']],
    });
    expect(await read('household_id\nHH-00001\n')).toMatchObject({ header: true, columns: ['household_id'] });
    expect(await read('id1\nHH-00001\n')).toMatchObject({ header: true, columns: ['id1'] });
    expect(await read('1;urban\n2;rural\n3;urban\n')).toMatchObject({
      header: false,
      columns: ['column 1', 'column 2'],
    });
    expect(await read('1\n2\n', { header: true })).toMatchObject({ columns: ['1'], rows: [['2']] });
  });

  it('gives ragged rows as they are', async () => {
    const { rows, lines } = await read('id,zone,size\n1,a,2\n2\n3,b,4,5\n');
    expect(rows).toEqual([['1', 'a', '2'], ['2'], ['3', 'b', '4', '5']]);
    expect(lines).toEqual([2, 3, 4]);
  });

  it('reads fields of megabytes', async () => {
    const note = 'x'.repeat(3_000_000);
    const { rows } = await read(`id,note\n1,"${note}"\n2,${note}\n3,z\n`);
    expect(rows.map((row) => [row[0], row[1]?.length])).toEqual([
      ['1', 3_000_000],
      ['2', 3_000_000],
      ['3', 1],
    ]);
  });

  it('does not depend on where chunks end', async () => {
    const text = '\ufeffid,näme\n1,"a\n""b"" é"\r\n2,"x, y"\n\n3,漢字\u{1f600}\n';
    const whole = await read(text);
    const bytes = Buffer.from(text);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const source: RegistrySource = {
          name: 'r.csv',
          async *open() {
            for (let i = 1; i < places.length; i++) yield bytes.subarray(places[i - 1], places[i]);
          },
        };
        expect(await read(source)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same rows as bytes and as text', async () => {
    const cell = fc.oneof(
      fc.stringMatching(/^[a-z0-9 ]{0,6}$/),
      fc.constantFrom('', ' ', 'é', '漢', '"q"', '"a;b"', '"two\nlines"', '"x ""y"""'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        async (table, newline, ended, step) => {
          const bytes = Buffer.from(
            ['id;b', ...table.map((row) => row.join(';'))].join(newline) + (ended ? newline : ''),
          );
          const source: RegistrySource = {
            name: 'r.csv',
            async *open() {
              for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
            },
          };
          await checkBytes(source, { delimiter: ';', header: true });
        },
      ),
    );
  });

  it('lets go of the file when it is not read to its end', async () => {
    let closed = 0;
    const source: RegistrySource = {
      name: 'r.csv',
      async *open() {
        try {
          for (let i = 0; ; i++) yield Buffer.from(`${i},x\n`.repeat(1000));
        } finally {
          closed++;
        }
      },
    };
    const table = await openRegistry(source);
    await table.close();
    expect(closed).toBe(1);
    await expect(openRegistry(source, { format: 'ndjson' })).rejects.toThrow('not JSON');
    expect(closed).toBe(2);
  });

  it('refuses what it cannot read, with the line', async () => {
    expect(await complaint(read(''))).toContain('is empty');
    expect(await complaint(read('\n \n'))).toContain('is empty');
    expect(await complaint(read('id,note\n1,a\n2,"never closed\n3,b\n'))).toMatch(/^Line 3: a quoted field/);
    expect(await complaint(read('id,note\n1,"a" b\n2,c\n'))).toMatch(/^Line 2: a quoted field/);
    const endless = `id,note\n1,"${'x'.repeat(2 ** 24)}${'\ny'.repeat(300_000)}`;
    expect(
      await complaint(
        read({
          name: 'r',
          open: async function* () {
            for (let i = 0; i < endless.length; i += 2 ** 20)
              yield Buffer.from(endless.slice(i, i + 2 ** 20));
          },
        }),
      ),
    ).toMatch(/Line 2: the row that begins here is longer/);
    // Each line opens a quote that the next one breaks: read again with every piece, this took minutes.
    const broken = `id,note\n${'"a\n'.repeat(1_000_000)}`;
    const started = process.cpuUsage();
    expect(
      await complaint(
        read({
          name: 'r',
          open: async function* () {
            for (let i = 0; i < broken.length; i += 2 ** 14) yield Buffer.from(broken.slice(i, i + 2 ** 14));
          },
        }),
      ),
    ).toMatch(/Line 2/);
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
    expect(
      await complaint(read(memorySource('r', Buffer.from('id,zone\n1,Z\xfcrich\n', 'latin1')))),
    ).toContain('not valid UTF-8');
    expect(await complaint(read(memorySource('r', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))))).toContain(
      '.xls',
    );
    expect(await complaint(read(memorySource('r', Buffer.from([0x1f, 0x8b, 8, 0]))))).toContain('compressed');
  });
});

describe('NDJSON', () => {
  it('takes the members of the first objects and those asked for as columns', async () => {
    const text = '{"id":"007","zone":"a"}\n\n{"id":8,"adopted":true,"more":{"x":[1]}}\r\n{"id":null}';
    expect(await read(text, { properties: ['size'] })).toMatchObject({
      format: 'ndjson',
      columns: ['id', 'zone', 'adopted', 'more', 'size'],
      rows: [
        ['007', 'a', '', '', ''],
        ['8', '', 'true', '{"x":[1]}', ''],
        ['', '', '', '', ''],
      ],
      lines: [1, 3, 4],
      numeric: [0],
    });
  });

  it('refuses broken lines and numbers whose digits are lost', async () => {
    expect(await complaint(read('{"id":1}\n{"id":\n'))).toBe('Line 2: the line is not JSON');
    expect(await complaint(read('{"id":1}\n[1]\n'))).toBe('Line 2: the line is not a JSON object');
    expect(await complaint(read('{"id":1}\n{"id":12345678901234567890}\n'))).toMatch(
      /Line 2: the number in "id" has more digits/,
    );
  });
});

describe('GeoJSON', () => {
  const feature = (id: unknown, extra = {}) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [7.4, 46.9] },
    properties: { id, note: '} ] " \\ [ {' },
    ...extra,
  });

  it('reads properties, and the own id of a feature', async () => {
    const text = JSON.stringify({
      name: 'features',
      crs: { features: [1] },
      features: [feature('007'), { ...feature('x'), id: 'own', properties: { zone: 'b' } }],
      type: 'FeatureCollection',
    });
    expect(await read(text)).toMatchObject({
      format: 'geojson',
      columns: ['id', 'note', 'zone'],
      rows: [
        ['007', '} ] " \\ [ {', ''],
        ['own', '', 'b'],
      ],
      lines: [1, 2],
    });
  });

  it('refuses a file that is cut short or has no features', async () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features: [feature('1'), feature('2')] });
    expect(await complaint(read(text.slice(0, -1)))).toContain('after feature 2');
    expect(await complaint(read(text.slice(0, -30)))).toContain('after feature 1');
    expect(await complaint(read('{"type":"FeatureCollection"}'))).toContain('no whole GeoJSON');
    expect(await complaint(read('{"type":"FeatureCollection","features":[]}'))).toContain('no rows');
    expect(await complaint(read('{"type":"FeatureCollection","features":[{"type":"Point"}]}'))).toContain(
      'no Feature',
    );
  });
});
