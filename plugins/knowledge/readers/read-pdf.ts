import { type DocumentText, UnreadableDocument } from './document-text.js';
import { pdfLines } from './pdf-lines.js';

const MOST_PAGES = 2_000;

/** The text of a PDF, page by page. Nothing in it runs. @throws UnreadableDocument */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  const { getDocumentProxy } = await import('unpdf');
  // A copy, and no Buffer: the reader takes it away, and refuses those.
  const pdf = await getDocumentProxy(new Uint8Array(bytes)).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableDocument(isLocked ? 'is locked by a password' : 'is no whole PDF');
  });
  try {
    if (pdf.numPages > MOST_PAGES) throw new UnreadableDocument(`has more than ${MOST_PAGES} pages`);
    const pages: number[] = [];
    let text = '';
    for (let number = 1; number <= pdf.numPages; number += 1) {
      pages.push(text.length);
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      text += `${pdfLines(items.filter((item) => 'str' in item))}\n`;
      page.cleanup();
    }
    if (text.trim() === '') throw new UnreadableDocument('holds no text, only pictures of pages');
    return { text, headings: [], pages, lines: 'layout' };
  } finally {
    await pdf.destroy();
  }
}
