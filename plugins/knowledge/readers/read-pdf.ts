import { type DocumentText, UnreadableDocument } from './document-text.js';
import { pdfLines } from './pdf-lines.js';
import { BehindTheText } from './pdf-seen/behind-the-text.js';
import { lettersOfPage } from './pdf-seen/page-letters.js';
import { seenItems } from './pdf-seen/seen-items.js';
import { hasPictures, withScannedText } from './pdf-seen/what-is-seen.js';

const MOST_PAGES = 2_000;
/** No warnings, and no pictures. */
const PLAIN = { verbosity: 0, maxImageSize: 0 };

/** The text of a PDF that can be seen, page by page. Nothing in it runs. @throws UnreadableDocument */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  const { OPS } = await getResolvedPDFJS();
  // A copy, and no Buffer: the reader takes it away, and refuses those.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), PLAIN).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableDocument(isLocked ? 'is locked by a password' : 'is no whole PDF');
  });
  const isPictured = hasPictures(bytes);
  const behind = new BehindTheText(bytes, OPS);
  try {
    if (pdf.numPages > MOST_PAGES) throw new UnreadableDocument(`has more than ${MOST_PAGES} pages`);
    const pages: number[] = [];
    let text = '';
    for (let number = 1; number <= pdf.numPages; number += 1) {
      pages.push(text.length);
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const written = items.filter((item) => 'str' in item);
      const drawn = await lettersOfPage(pdf, page, OPS);
      const letters = isPictured && drawn ? await behind.letters(number, drawn) : drawn;
      const seen = letters && seenItems(written, withScannedText(letters, isPictured));
      text += `${pdfLines(seen ?? written)}\n`;
      page.cleanup();
    }
    if (text.trim() === '') throw new UnreadableDocument('holds no text, only pictures of pages');
    return { text, headings: [], pages, lines: 'layout' };
  } finally {
    await Promise.all([pdf.destroy(), behind.close()]);
  }
}
