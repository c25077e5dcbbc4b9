import { type DocumentText, UnreadableDocument } from './document-text.js';
import { readHtml } from './read-html.js';
import { unpackedSize } from './unpacked-size.js';

/** Bytes that the parts of a document may have together once they are unpacked. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** The text of a Word document: a line for each paragraph; pictures are left out, nothing outside of it is opened. */
export async function readDocx(bytes: Uint8Array): Promise<DocumentText> {
  if ((await unpackedSize(bytes, MOST_UNPACKED)) > MOST_UNPACKED)
    throw new UnreadableDocument('unpacks to more than 64 MB');
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  return readHtml(value);
}
