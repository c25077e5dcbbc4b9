import { parse as csvParse } from 'csv-parse/sync';
import fc from 'fast-check';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { openRegistry } from './open-registry.js';
import { readFrame } from './read-frame.js';
import type { RegistrySource } from './registry-source.js';

/** A file that comes in pieces of `step` bytes. */
function pieces(text: string, step: number): RegistrySource {
  const bytes = Buffer.from(text, 'utf8');
  return {
    name: 'r.csv',
    async *open() {
      for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
    },
  };
}

interface Reading {
  readonly rows: (readonly string[])[];
  readonly lines: number[];
  readonly complaint?: string;
}

/** All rows of a CSV with a header, read as bytes or as text, up to what cannot be read. */
async function read(source: RegistrySource, delimiter: string, asBytes: boolean): Promise<Reading> {
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  try {
    const table = await openRegistry(source, { format: 'csv', delimiter, header: true });
    for await (const batch of asBytes ? (table.byteBatches ?? table.batches) : table.batches) {
      if ('forEachRow' in batch)
        batch.forEachRow((row) => {
          rows.push(row.cells());
          lines.push(row.line);
        });
      else {
        rows.push(...batch.rows);
        lines.push(...batch.lines);
      }
    }
  } catch (error) {
    if (!OracleError.isInstance(error)) throw error;
    return { rows, lines, complaint: error.detail };
  }
  return { rows, lines };
}

const delimiters = fc.constantFrom(',', ';', '\t', '|');
const newlines = fc.constantFrom('\n', '\r\n', '\r');
const steps = fc.integer({ min: 1, max: 40 });
const hasText = (row: readonly string[]) => row.some((cell) => /[^\0- ]/.test(cell));

describe('a CSV read as bytes', () => {
  it('gives the cells that csv-parse gives', async () => {
    const cell = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9 -]{0,8}$/),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.stringMatching(/^["',;|\t a\n]{0,5}$/),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 4 }), { maxLength: 10 }),
        delimiters,
        newlines,
        fc.boolean(),
        steps,
        async (table, delimiter, newline, ended, step) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const isPlain = (text: string) => !/["\r\n]/.test(text) && !text.includes(delimiter);
          const text = [
            'id',
            ...table.map((row) =>
              row.map(([each, quoted]) => (quoted || !isPlain(each) ? quote(each) : each)).join(delimiter),
            ),
          ].join(newline);
          const whole = ended ? text + newline : text;
          const peer: string[][] = csvParse(whole, {
            delimiter,
            record_delimiter: newline,
            relax_column_count: true,
            skip_empty_lines: true,
          });
          const { rows, complaint } = await read(pieces(whole, step), delimiter, true);
          expect(complaint).toBeUndefined();
          // The return of a CRLF stays in a plain last cell, where trimming removes it.
          const own = rows.map((row) =>
            row.map((each, at) => (at + 1 === row.length ? each.replace(/\r$/, '') : each)),
          );
          const theirs = peer.slice(1).filter(hasText);
          expect(own).toEqual(
            theirs.map((row) =>
              row.map((each, at) => (at + 1 === row.length ? each.replace(/\r$/, '') : each)),
            ),
          );
        },
      ),
      { numRuns: 250 },
    );
  });

  it('gives the rows, lines and complaints of papaparse for any soup of bytes', async () => {
    const soup = fc.string({
      unit: fc.constantFrom('"', '"', ',', ',', '\n', '\n', '\r', ' ', 'a', 'b', '1', 'é', '\u{1f600}'),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(soup, fc.boolean(), steps, async (text, carriage, step) => {
        const whole = `id,note\n${carriage ? text.replaceAll('\n', '\r\n') : text}`;
        const asText = await read(pieces(whole, whole.length * 4), ',', false);
        const asBytes = await read(pieces(whole, step), ',', true);
        // A file with a complaint is refused: how many rows came before it depends on where the reading was cut.
        if (asText.complaint === undefined) expect(asBytes).toEqual(asText);
        else expect(asBytes.complaint).toEqual(asText.complaint);
      }),
      { numRuns: 800 },
    );
  });

  it('leaves very wide rows to papaparse', async () => {
    const wide = Array.from({ length: 5000 }, (_, at) => `c${at}`).join(',');
    const text = `id,note\n1,a\n${wide}\n2,b\n`;
    const { rows, lines } = await read(pieces(text, 1000), ',', true);
    expect(rows.map((row) => row.length)).toEqual([2, 5000, 2]);
    expect(lines).toEqual([2, 3, 4]);
  });

  it('gives the same frame with every cell in quotes, as R writes it', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => [
      `HH-${(i * 37) % 500}`,
      i % 3 ? 'urban' : 'rural, far',
      `a ${i}`,
    ]);
    const plain = ['id\tzone\tnote', ...rows.map((row) => row.join('\t'))].join('\n');
    const quoted = [
      '"id","zone","note"',
      ...rows.map((row) => row.map((each) => `"${each}"`).join(',')),
    ].join('\r\n');
    const columns = { id: 'id', stratum: 'zone' };
    const frames = await Promise.all(
      [plain, quoted].map(async (text) => readFrame(await openRegistry(pieces(text, 100)), columns)),
    );
    expect(frames[0]).toMatchObject({
      size: 500,
      faults: [],
      strata: [{ name: 'rural, far' }, { name: 'urban' }],
    });
    expect(frames[1]).toEqual(frames[0]);
  });
});
