import type { getDocumentProxy } from 'unpdf';
import { type DocumentText, type PartlyRead, UnreadableDocument } from './document-text.js';
import { pdfLines } from './pdf-lines.js';
import type { Annotation } from './pdf-notes/annotation.js';
import { type Notes, notesOf } from './pdf-notes/page-notes.js';
import { stampTexts } from './pdf-notes/stamp-texts.js';
import { withNotes } from './pdf-notes/with-notes.js';
import { BehindTheText } from './pdf-seen/behind-the-text.js';
import { type Letter, type OperatorNames, withoutStruck } from './pdf-seen/letters.js';
import { lettersOfPage } from './pdf-seen/page-letters.js';
import { seenItems } from './pdf-seen/seen-items.js';
import { hasPictures, withScannedText } from './pdf-seen/what-is-seen.js';
import { joinSpaced } from './spaced-letters.js';

const MOST_PAGES = 2_000;
/** No warnings, and no pictures. */
const PLAIN = { verbosity: 0, maxImageSize: 0 };
/** With what lies over the page, drawn; and without. */
const WITH_NOTES = { annotationMode: 1 };
const WITHOUT_NOTES = { annotationMode: 0 };

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

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
    const partly: PartlyRead[] = [];
    let text = '';
    for (let number = 1; number <= pdf.numPages; number += 1) {
      pages.push(text.length);
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const written = items.filter((item) => 'str' in item);
      const { notes, struck, hasUnread } = await notesOfPage(page, OPS);
      const drawn = await lettersOfPage(pdf, page, OPS);
      const letters: readonly Letter[] | undefined =
        isPictured && drawn ? await behind.letters(number, drawn) : drawn;
      const seen = letters && seenItems(written, withoutStruck(withScannedText(letters, isPictured), struck));
      const lines = pdfLines(joinSpaced(withNotes(seen ?? written, notes)));
      if (lines.trim() === '' && (await isDrawn(page))) partly.push({ page: number, why: 'no text' });
      if (hasUnread || (seen === undefined && struck.length > 0)) partly.push({ page: number, why: 'notes' });
      text += `${lines}\n`;
      page.cleanup();
    }
    if (text.trim() === '') throw new UnreadableDocument('holds no text, only pictures of pages');
    return { text, headings: [], pages, lines: 'layout', ...(partly.length === 0 ? {} : { partly }) };
  } finally {
    await Promise.all([pdf.destroy(), behind.close()]);
  }
}

/** What lies over a page. Where nobody can tell, there may be something. */
async function notesOfPage(page: Page, names: OperatorNames): Promise<Notes> {
  try {
    const annotations = (await page.getAnnotations()) as Annotation[];
    const hasStamp = annotations.some(({ subtype }) => subtype === 'Stamp');
    const shown = hasStamp ? stampTexts(await page.getOperatorList(WITH_NOTES), names) : new Map();
    return notesOf(annotations, shown);
  } catch {
    return { notes: [], struck: [], hasUnread: true };
  }
}

/** Whether a page shows anything: one that is blank has nothing to read. */
async function isDrawn(page: Page): Promise<boolean> {
  const list = await page.getOperatorList(WITHOUT_NOTES).catch(() => undefined);
  return list === undefined || list.fnArray.length > 0;
}
