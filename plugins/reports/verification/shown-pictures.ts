import { inflateSync } from 'node:zlib';
import { sha256Hex } from 'oracle-runtime/kit';
import { readParts } from '../archive/read-parts.js';
import type { VisibleReport } from './visible-text.js';

const STREAM = />>\s*stream\r?\n/g;
const MOST_PIXELS = 64 * 1024 * 1024;
const EMBEDDED = /\br:embed="([^"]*)"/g;
const RELATION = /<Relationship\b[^>]*>/g;

/**
 * What the pictures of a file show: of a PDF the pixels, for the file that is attached to it is not the one that its page
 * paints; of a Word document the parts to which its text leads, and of a page its images, both in their order.
 */
export async function shownPictures({ format, pictures }: VisibleReport, file: Buffer): Promise<string[]> {
  if (format === 'pdf') return paintedIn(file);
  if (format === 'docx') return embeddedIn(file);
  return pictures.map(sha256Hex);
}

/**
 * The pixels of each picture that a PDF could paint, sorted: streams stand in the open in every file (ISO 32000-1, 7.5.7), and
 * whoever saves one anew may pack them otherwise. What is packed in a way that no chart is, is another picture.
 */
function paintedIn(file: Buffer): string[] {
  const text = file.toString('latin1');
  const painted: string[] = [];
  STREAM.lastIndex = 0;
  for (let found = STREAM.exec(text); found !== null; found = STREAM.exec(text)) {
    const dictionary = text.slice(text.lastIndexOf(' obj', found.index), found.index);
    const from = found.index + found[0].length;
    const end = text.indexOf('endstream', from);
    if (end < 0) break;
    STREAM.lastIndex = end;
    if (!/\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    const size = ['Width', 'Height'].map((side) => new RegExp(`/${side}\\s+(\\d+)`).exec(dictionary)?.[1]);
    painted.push(`${size.join(' x ')} ${sha256Hex(pixelsOf(file.subarray(from, end), dictionary))}`);
  }
  return painted.toSorted();
}

function pixelsOf(bytes: Buffer, dictionary: string): Buffer {
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(dictionary)) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: MOST_PIXELS });
  } catch {
    return bytes;
  }
}

async function embeddedIn(file: Buffer): Promise<string[]> {
  const parts = await readParts(file);
  const text = (name: string) => parts.get(name)?.toString('utf8') ?? '';
  const targets = new Map(
    (text('word/_rels/document.xml.rels').match(RELATION) ?? []).map((relation) => [
      /\bId="([^"]*)"/.exec(relation)?.[1],
      /\bTarget="([^"]*)"/.exec(relation)?.[1] ?? '',
    ]),
  );
  return [...text('word/document.xml').matchAll(EMBEDDED)].map(([, id]) => {
    const target = targets.get(id) ?? '';
    const part = parts.get(target.startsWith('/') ? target.slice(1) : `word/${target}`);
    return part === undefined ? `nothing at ${target}` : sha256Hex(part);
  });
}
