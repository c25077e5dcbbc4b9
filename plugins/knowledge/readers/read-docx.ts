import type { DocumentText } from './document-text.js';
import { inlineUnread } from './docx-inline.js';
import { strikeUnread, styleMapOf } from './docx-looks.js';
import { docxParts } from './docx-parts.js';
import { readHtml } from './read-html.js';

/** Bytes that the parts of a document may have together once they are unpacked. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** An unpacked document, as mammoth takes it; its types leave this input out. */
interface Unpacked {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<Uint8Array | string>;
}

/**
 * The text of a Word document: a line for each paragraph. Pictures, and what is hidden or struck out, are left out;
 * nothing outside of it is opened.
 */
export async function readDocx(bytes: Uint8Array): Promise<DocumentText> {
  const parts = await docxParts(bytes, MOST_UNPACKED);
  const file: Unpacked = {
    exists: (name) => parts.has(name),
    async read(name, encoding) {
      const part = parts.get(name) ?? Buffer.alloc(0);
      if (encoding === 'base64') return part.toString('base64');
      if (encoding === undefined) return part;
      const xml = new TextDecoder(encoding).decode(part);
      return /^word\/\w+\.xml$/.test(name) ? inlineUnread(strikeUnread(xml)) : xml;
    },
  };
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml({ file } as unknown as { readonly buffer: Buffer }, {
    externalFileAccess: false,
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    styleMap: styleMapOf(parts.get('word/styles.xml')?.toString('utf8') ?? ''),
  });
  return readHtml(value);
}
