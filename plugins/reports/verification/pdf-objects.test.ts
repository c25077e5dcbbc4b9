import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pdfObjects } from './pdf-objects.js';

/** A file as ours are laid out, of two objects. */
function pdfOf(stream: Buffer, { gap = '', shift = 0, size = 3 } = {}): Buffer {
  const head = '%PDF-1.7\n%\xff\xff\n';
  const first = '1 0 obj\n<<\n/Type /Catalog\n>>\nendobj\n';
  const second = `2 0 obj\n<<\n/Length ${stream.length}\n/Filter /FlateDecode\n>>\nstream\n${stream.toString('latin1')}\nendstream\nendobj\n`;
  const at = head.length + first.length + gap.length;
  const row = (place: number) => `${String(place).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n0 3\n0000000000 65535 f \n${row(head.length)}${row(at + shift)}`;
  const trailer = `trailer\n<<\n/Size ${size}\n>>\nstartxref\n${at + second.length}\n%%EOF\n`;
  return Buffer.from(`${head}${first}${gap}${second}${table}${trailer}`, 'latin1');
}

const CONTENT = Buffer.from('BT (57 are drawn) Tj ET '.repeat(40));
const usual = pdfObjects(pdfOf(deflateSync(CONTENT)));

describe('the objects of a PDF', () => {
  it('are the same however their streams are packed', () => {
    const other = deflateSync(CONTENT, { level: 0 });
    expect(usual).toHaveLength(4);
    expect(pdfObjects(pdfOf(other))).toEqual(usual);
  });

  it('are others for another content or trailer', () => {
    expect(pdfObjects(pdfOf(deflateSync(Buffer.from('BT ET'))))).not.toEqual(usual);
    expect(pdfObjects(pdfOf(deflateSync(CONTENT), { size: 4 }))).not.toEqual(usual);
  });

  it.each([
    ['something between them', { gap: '3 0 obj\n<<>>\n' }],
    ['a table that leads elsewhere', { shift: 1 }],
  ])('are not told of a file with %s', (_, how) => {
    expect(pdfObjects(pdfOf(deflateSync(CONTENT), how))).toBeUndefined();
  });

  it('are not told of a file with a second revision', () => {
    const once = pdfOf(deflateSync(CONTENT));
    expect(pdfObjects(Buffer.concat([once, once]))).toBeUndefined();
  });
});
