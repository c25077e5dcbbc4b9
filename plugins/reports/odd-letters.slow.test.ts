import { expect, it } from 'vitest';
import { readParts } from './archive/read-parts.js';
import { toPrint } from './document/printed-report.js';
import { ReportBuilder } from './document/report-builder.js';
import { FORMATS } from './operations/fields.js';
import { printReport } from './printers/print-report.js';
import { sealReport } from './record/report-record.js';
import { verifyReport } from './verification/verify-report.js';

const ODD = {
  "Word's soft break": 'survey\vof 2025',
  nul: 'a\u0000b',
  'a control character': 'a\u0001\u001fb',
  'half of a pair': '\ud800x',
  'no character': 'a\ufffeb',
  'another direction': 'mean \u202e4321\u202c',
  // Each letter a pair: no piece of the record may end within one.
  'pairs without end': `x${'😀'.repeat(16_000)}`,
};

/** A report that has the words in all its places: a paragraph, a heading, a table, a figure and the record. */
async function reportOf(words: string) {
  const report = new ReportBuilder();
  const of = report.document('design', { why: words });
  report
    .section(words.slice(0, 200))
    .paragraph(words.slice(0, 200), report.text(of, 'why'))
    .table(words.slice(0, 200), [{ title: words.slice(0, 200), share: 1 }], [[[words.slice(0, 200)]]]);
  const { body, figures, documents } = report.build('outline', words.slice(0, 200), 'of words');
  return sealReport(
    {
      type: 'oracle-report',
      version: 1,
      kind: 'outline',
      writtenAt: '2024-01-01T00:00:00.000Z',
      decimal: '.',
      body,
      figures,
      documents,
      pictures: {},
    },
    undefined,
  );
}

it.each(FORMATS)('a %s holds whatever people paste, and is checked as it was written', async (format) => {
  for (const [what, words] of Object.entries(ODD)) {
    // No letters of the PDF's font are needed to see that it does not break.
    if (format === 'pdf' && what === 'pairs without end') continue;
    const file = await printReport(toPrint(await reportOf(words), {}), format);
    const { verdict, differences, checks } = await verifyReport(file);
    const wrong = checks.filter(({ passed, open }) => !passed || open === true);
    // Nobody signed it, and a document of words has nothing to compute.
    expect([what, verdict, differences, wrong.map(({ name }) => name)]).toEqual([
      what,
      'unproven',
      [],
      ['signature', 'design'],
    ]);
    if (format !== 'docx' && format !== 'xlsx') continue;
    for (const [name, part] of await readParts(file)) {
      if (!/\.(xml|rels)$/.test(name)) continue;
      expect(part.toString('utf8'), `${what} in ${name}`).not.toMatch(
        /[^\P{Cc}\n\r\t\u007f-\u009f]|[\ufffd\ufffe\uffff]/u,
      );
    }
  }
});
