import { decodeText } from './decode-text.js';
import { type DocumentText, UnreadableDocument } from './document-text.js';
import { readDocx } from './read-docx.js';
import { readHtml } from './read-html.js';
import { readMarkdown } from './read-markdown.js';
import { readPdf } from './read-pdf.js';
import { readTable } from './read-table.js';

type Reader = (bytes: Uint8Array) => DocumentText | Promise<DocumentText>;

const READERS: Readonly<Record<string, Reader>> = {
  md: (bytes) => readMarkdown(decodeText(bytes)),
  markdown: (bytes) => readMarkdown(decodeText(bytes)),
  txt: (bytes) => ({ text: decodeText(bytes), headings: [] }),
  csv: (bytes) => readTable(decodeText(bytes)),
  htm: (bytes) => readHtml(decodeText(bytes)),
  html: (bytes) => readHtml(decodeText(bytes)),
  pdf: readPdf,
  docx: readDocx,
};

const PARSED: ReadonlySet<string> = new Set(['htm', 'html', 'pdf', 'docx']);

/** Characters of text of one document. */
const MOST_CHARACTERS = 4_000_000;

/** Whether a file of this name is a document, by its ending. */
export function isDocument(path: string): boolean {
  return Object.hasOwn(READERS, endingOf(path));
}

/** Whether a file of this name needs a parser, whose time and memory are its writer's choice. */
export function isParsed(path: string): boolean {
  return PARSED.has(endingOf(path));
}

/**
 * The text of a document.
 * @throws UnreadableDocument with the reason
 */
export async function readDocument(path: string, bytes: Uint8Array): Promise<DocumentText> {
  const read = READERS[endingOf(path)];
  if (read === undefined) throw new UnreadableDocument('is of a kind that is not read');
  const document = await inOurWords(read, bytes);
  if (document.text.length > MOST_CHARACTERS)
    throw new UnreadableDocument(`has more than ${MOST_CHARACTERS.toLocaleString('en')} characters`);
  return document;
}

/** A reader of markup fails in its own words on what is broken; only what we say ourselves is worth telling. */
async function inOurWords(read: Reader, bytes: Uint8Array): Promise<DocumentText> {
  try {
    return await read(bytes);
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument('cannot be read: it is broken');
  }
}

function endingOf(path: string): string {
  return /\.([A-Za-z]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
