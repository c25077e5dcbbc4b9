import { OracleError } from 'oracle-runtime/plugin';
import { PDF_FOOT, PDF_PICTURE, PDF_RECORD } from '../printers/pdf.js';
import type { VisiblePiece, VisibleReport } from './visible-text.js';

const MOST_PAGES = 2_000;
const FOOT = new RegExp(`${PDF_FOOT}[0-9a-f]{12} · \\d+ / \\d+\\s*$`);

/** The record and the text of each page. @throws OracleError `invalid_request` for what is no whole PDF */
export async function readPdfReport(bytes: Uint8Array): Promise<VisibleReport> {
  const { getDocumentProxy } = await import('unpdf');
  // A copy: the reader takes the buffer away.
  const pdf = await getDocumentProxy(new Uint8Array(bytes)).catch((cause: unknown) => {
    throw unreadable('it is no whole PDF', cause);
  });
  try {
    if (pdf.numPages > MOST_PAGES) throw unreadable(`it has more than ${MOST_PAGES} pages`);
    const attached = (await pdf.getAttachments()) as Readonly<
      Record<string, { readonly content: Uint8Array }>
    > | null;
    const content = attached?.[PDF_RECORD]?.content;
    const pieces: VisiblePiece[] = [];
    const foreign = new Set<string>();
    if ((await pdf.getJSActions()) !== null || (await pdf.getOpenAction()) !== null)
      foreign.add('something that runs');
    if ((await pdf.getFieldObjects()) !== null) foreign.add('a form');
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('');
      pieces.push({ text: text.replace(FOOT, ''), where: `page ${number}` });
      if ((await page.getAnnotations()).length > 0) foreign.add(`an annotation on page ${number}`);
      if ((await page.getJSActions()) !== null) foreign.add('something that runs');
      page.cleanup();
    }
    return {
      format: 'pdf',
      record: content === undefined ? undefined : Buffer.from(content).toString('utf8'),
      pieces,
      pictures: Object.entries(attached ?? {}).flatMap(([name, { content: png }]) =>
        name.startsWith(PDF_PICTURE) ? [Buffer.from(png)] : [],
      ),
      foreign: [...foreign],
    };
  } finally {
    await pdf.destroy();
  }
}

function unreadable(why: string, cause?: unknown): OracleError {
  return new OracleError('invalid_request', {
    detail: `The file cannot be read: ${why}.`,
    errors: [{ field: 'file', message: why }],
    cause,
  });
}
