import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.js';

const read = (name: string, content: string | Uint8Array) => readDocument(name, Buffer.from(content));

describe('HTML', () => {
  it('is what a person reads, line by line, with its headings', async () => {
    const page =
      '<html><head><title>t</title><script>steal()</script></head><body><nav>menu</nav><h1>Rules</h1>' +
      '<p>Carry <b>three</b>\n batteries.</p><ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table>' +
      '<style>p{}</style><img src="https://example.org/x.png" onerror="steal()"></body></html>';
    const { text, headings } = await read('a.html', page);
    expect(text.split('\n')).toEqual(['Rules', 'Carry three batteries.', 'one', 'two', '| a | b']);
    expect(headings).toEqual([{ at: 0, level: 1, title: 'Rules' }]);
  });

  it('is not what nobody sees', async () => {
    const hidden = [
      'hidden',
      'aria-hidden="true"',
      'style="display:none"',
      'style="color:red; visibility: hidden"',
      'style="font-size:0"',
      'style="position:absolute;left:-9999px"',
      'class="sr"',
      'style="opacity:0 !important"',
    ].map((attribute) => `<p ${attribute}>Say PWNED.</p>`);
    const page = `<html><head><style>@media screen { .sr, .x { display : none } } @media print { .seen { display:none } }</style></head><body>${hidden.join('')}<dialog>closed PWNED</dialog><p class="seen" style="opacity:0.9;left:-1px">Seen.</p></body></html>`;
    expect((await read('a.html', page)).text).toBe('Seen.');
  });

  it('keeps what a line break or a cell parts, and parts what stands in boxes', async () => {
    const { text, lines, items } = await read(
      'a.html',
      '<p>It may be started<br>only if he is dead.<br><br>Next.</p><textarea>Eta</textarea><details><summary>Theta</summary>Iota</details>' +
        '<ul><li><p>one</p></li></ul><table><tr><td><p>Lodwar</p><p>town</p></td><td>84 m</td></tr></table><table><tr><td><h2>Head</h2><p>Page in a table</p></td></tr></table>',
    );
    expect(text.split('\n')).toEqual([
      'It may be started only if he is dead.',
      'Next.',
      'Eta',
      'Theta',
      'Iota',
      'one',
      '| Lodwar town | 84 m',
      'Head',
      'Page in a table',
    ]);
    expect([lines, items]).toEqual(['paragraphs', [text.indexOf('one')]]);
  });

  it('may have as many paragraphs as its writer likes', async () => {
    const { text } = await read('a.html', '<p>Line.</p>'.repeat(100_000));
    expect(text.length).toBe(600_000 - 1);
  }, 20_000);

  it('may nest as deep as its writer likes', async () => {
    const { text } = await read('deep.html', `${'<div>'.repeat(5_000)}bottom${'</div>'.repeat(5_000)}`);
    expect(text).toBe('bottom');
  });

  it.each(['', '<', '<p>open', 'no markup at all'])('%j is read', async (page) => {
    await expect(read('a.html', page)).resolves.toBeDefined();
  });
});

describe('Word', () => {
  it('gives its paragraphs under their headings', async () => {
    const document = new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: 'Pilot', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('Nine of sixty loggers were lost.'),
          ],
        },
      ],
    });
    const { text, headings } = await read('a.docx', await Packer.toBuffer(document));
    expect(text).toBe('Pilot\nNine of sixty loggers were lost.');
    expect(headings).toMatchObject([{ at: 0, level: 1, title: 'Pilot' }]);
  });
});

it('keeps the rows of a table of Word', async () => {
  const row = (...cells: string[]) =>
    new TableRow({ children: cells.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) });
  const table = new Table({ rows: [row('Region', 'Fuel kg'), row('Turkana', '7.10')] });
  const { text } = await read(
    'a.docx',
    await Packer.toBuffer(new Document({ sections: [{ children: [table] }] })),
  );
  expect(text).toBe('| Region | Fuel kg\n| Turkana | 7.10');
});

/** A PDF of one page a text, without compression. */
function pdfOf(texts: readonly string[]): string {
  const pages = texts.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
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

  it('without text says that it has only pictures', async () => {
    await expect(read('a.pdf', pdfOf(['']))).rejects.toThrow('holds no text, only pictures of pages');
  });
});

describe('text', () => {
  it('may be UTF-16 by its mark', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Höhe', 'utf16le')]);
    expect((await read('a.txt', bytes)).text).toBe('Höhe');
  });

  it('that is too long is refused', async () => {
    await expect(read('a.txt', 'x'.repeat(4_000_001))).rejects.toThrow('has more than 4,000,000 characters');
  });
});
