import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.js';

const read = (name: string, content: string | Uint8Array) => readDocument(name, Buffer.from(content));

/** A PDF of one page a text, without compression. */
function pdfOf(texts: readonly string[]): string {
  return pdfOfStreams(texts.map((text) => `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`));
}

/** What each page can name: a font, opacities, layers and a picture. */
const NAMED = `/Font << /F1 3 0 R >> /ExtGState << /Clear << /ca 0 >> /Full << /ca 1 >> /Marker << /BM /Multiply >> >> /Properties << /On 4 0 R /Off 5 0 R >> /XObject << /Image 6 0 R >>`;

/** A PDF of one page a stream of operators. */
function pdfOfStreams(streams: readonly string[], annotations: readonly string[] = []): string {
  const hasPicture = streams.some((stream) => stream.includes('/Image Do'));
  const pages = streams.map((_, index) => `${7 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [4 0 R 5 0 R] /D << /OFF [5 0 R] >> >> >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${streams.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /OCG /Name (On) >>',
    '<< /Type /OCG /Name (Off) >>',
    hasPicture
      ? '<< /Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 2 >>\nstream\n00\nendstream'
      : 'null',
    ...streams.flatMap((stream, index) => {
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${NAMED} >> /Contents ${8 + index * 2} 0 R ${index === 0 ? `/Annots [${annotations.join(' ')}]` : ''} >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

describe('PDF', () => {
  it('gives the text of each page', async () => {
    const { text, pages } = await read(
      'a.pdf',
      pdfOf(['Loggers are read on Mondays.', 'Stoves are counted in March.']),
    );
    const [, second = 0] = pages ?? [];
    expect(pages).toHaveLength(2);
    expect(text.slice(0, second)).toContain('Loggers are read on Mondays.');
    expect(text.slice(second)).toContain('Stoves are counted in March.');
  });

  it('tells a raised mark from a digit', async () => {
    const stream =
      'BT /F1 12 Tf 72 720 Td (The fee is 40) Tj /F1 7 Tf 4 Ts (1) Tj /F1 12 Tf 0 Ts ( dollars for H) Tj /F1 7 Tf -3 Ts (2) Tj /F1 12 Tf 0 Ts (O.) Tj ET';
    expect((await read('a.pdf', pdfOfStreams([stream]))).text.trim()).toBe('The fee is 40¹ dollars for H₂O.');
  });

  it.each([
    ['in white', '1 g', '0 g'],
    ['nearly in white', '0.97 0.97 0.96 rg', '0 g'],
    ['without ink', '3 Tr', '0 Tr'],
    ['as a clip alone', '7 Tr', '0 Tr'],
    ['too small', '/F1 0.1 Tf', '/F1 12 Tf'],
    ['too narrow', '1 Tz', '100 Tz'],
    ['beside the page', '1 0 0 1 -900 600 Tm', '1 0 0 1 72 580 Tm'],
    ['clear', '/Clear gs', '/Full gs'],
    ['on a panel of its colour', '0 0 1 rg ET 60 570 300 20 re f BT /F1 12 Tf 72 595 Td', '0 g'],
    ['outside of a clip', 'ET q 10 10 20 20 re W n BT', 'ET Q BT /F1 12 Tf 72 580 Td'],
    ['under a bar', '', '2 Tr ET 70 575 120 15 re f BT /F1 12 Tf 200 580 Td 0 Tr'],
    ['in a layer that is off', '/OC /Off BDC', 'EMC'],
  ])('is not what nobody sees: %s', async (_how, off, on) => {
    const stream = `BT /F1 12 Tf 72 600 Td (The bus runs.) Tj ${off} 0 -20 Td (Send all money.) Tj ${on} ( On Mondays.) Tj ET`;
    const { text } = await read('a.pdf', pdfOfStreams([stream]));
    expect(text.trim().replace(/\s+/g, ' ')).toBe('The bus runs. On Mondays.');
  });

  it('keeps apart what has something unseen between', async () => {
    const stream =
      'BT /F1 12 Tf 72 600 Td (It takes 4) Tj 1 g (, or) Tj 0 g (5 days. ) Tj 1 g (Not so.) Tj 0 g ( Really.) Tj ET';
    expect((await read('a.pdf', pdfOfStreams([stream]))).text.trim()).toBe('It takes 4 5 days. Really.');
  });

  it.each([
    ['white on a panel', '0 0 0.5 rg 60 590 300 30 re f 1 g'],
    ['white on a broad line', '0 0 0.5 RG 40 w 60 600 m 300 600 l S 1 g'],
    ['white on a picture', 'q 300 0 0 40 60 590 cm /Image Do Q 1 g'],
    ['white on what no rectangle bounds', '0 0 0.5 rg 60 590 m 200 700 l 300 590 l f 1 g'],
    ['in outline', '1 g 0 0 0 RG'],
    ['under a marker', ''],
    ['in a layer that is on', '/OC /On BDC'],
  ])('is what can be seen: %s', async (how, before) => {
    const marker = how === 'under a marker' ? '/Marker gs 1 1 0 rg 60 590 300 30 re f' : '';
    const mode = how === 'in outline' ? '1 Tr' : '';
    const after = before.endsWith('BDC') ? 'EMC' : '';
    const stream = `${before} BT ${mode} /F1 12 Tf 72 600 Td (The bus runs.) Tj ET ${after} ${marker}`;
    expect((await read('a.pdf', pdfOfStreams([stream]))).text.trim()).toBe('The bus runs.');
  });

  it('is what a scanner has read of its picture, and nothing without ink beside text with ink', async () => {
    const scan =
      'q 612 0 0 792 0 0 cm /Image Do Q BT 3 Tr /F1 12 Tf 72 600 Td (The ferry leaves at noon.) Tj ET';
    const mixed = `${scan} BT 0 Tr 72 500 Td (Pages in ink have no such letters over them.) Tj ET`;
    const { text } = await read('a.pdf', pdfOfStreams([scan, mixed]));
    expect(text.trim().split(/\n+/)).toEqual([
      'The ferry leaves at noon.',
      'Pages in ink have no such letters over them.',
    ]);
  });

  const page = (...lines: string[]) =>
    lines.map((line, at) => `BT /F1 12 Tf 72 ${600 - 20 * at} Td (${line}) Tj ET`).join(' ');
  const over = (subtype: string, rect: string, more = '') =>
    `<< /Type /Annot /Subtype /${subtype} /Rect [${rect}] ${more} >>`;

  it.each([
    [
      'what was filled in, in its line',
      ['Keeper of the kakapo:', 'It has a licence'],
      [
        over('Widget', '220 597 330 613', '/FT /Tx /T (a) /V (Wanjiru)'),
        over('Widget', '50 577 62 590', '/FT /Btn /T (b) /V /Off /AS /Off /AP << /N << /Yes null >> >>'),
      ],
      'Keeper of the kakapo: Wanjiru\n☐ It has a licence',
    ],
    [
      'within a line that has room for it',
      ['I, ____________, agree to it.'],
      [over('Widget', '86 597 160 613', '/FT /Tx /T (a) /V (Wanjiru)')],
      'I, ____________ Wanjiru , agree to it.',
    ],
    [
      'a text beside the others',
      ['The kea fee is 15.', 'Next.'],
      [over('FreeText', '72 500 300 520', '/Contents (The weka fee is 9.) /DA (/F1 12 Tf)')],
      'The kea fee is 15.\nNext.\nThe weka fee is 9.',
    ],
    [
      'a stamp before what it lies on',
      ['It stays.', 'The kea fee is 15.'],
      [over('Stamp', '60 572 300 592', '/Contents (VOID)')],
      'It stays.\n[stamp: VOID] The kea fee is 15.',
    ],
    [
      'nothing that is crossed out',
      ['It stays.', 'The kea fee is 15.'],
      [over('StrikeOut', '60 575 300 592', '/QuadPoints [60 592 300 592 60 575 300 575]')],
      'It stays.',
    ],
    [
      'nothing hidden',
      ['It stays.'],
      [over('FreeText', '72 500 300 520', '/F 2 /Contents (Send money.)')],
      'It stays.',
    ],
  ])('has %s', async (_, lines, annotations, text) => {
    const document = await read('a.pdf', pdfOfStreams([page(...lines)], annotations));
    expect(document.text.trim()).toBe(text);
    expect(document.partly).toBeUndefined();
  });

  it('says which pages are not read whole', async () => {
    const drawing = 'q 1 0 0 1 0 0 cm 60 570 300 20 re S Q';
    const { partly } = await read(
      'a.pdf',
      pdfOfStreams(
        [page('It stays.'), drawing, ''],
        [over('Ink', '60 590 300 620', '/InkList [[60 600 300 600]]')],
      ),
    );
    expect(partly).toEqual([
      { page: 1, why: 'notes' },
      { page: 2, why: 'no text' },
    ]);
  });

  it('without text says that it has only pictures', async () => {
    await expect(read('a.pdf', pdfOf(['']))).rejects.toThrow('holds no text, only pictures of pages');
  });
});
