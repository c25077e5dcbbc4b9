import { oneLine } from 'oracle-runtime/kit';
import { readParts } from '../archive/read-parts.js';
import { pdfObjects } from './pdf-objects.js';
import type { VisibleReport } from './visible-text.js';

const EXCERPT = 48;

/**
 * Where a file is not the document that its record is printed as, in words; empty for the very same: each byte of a page,
 * each part of a Word document or a workbook, each object of a PDF.
 */
export async function documentDifferences(
  format: VisibleReport['format'],
  file: Buffer,
  printed: Buffer,
): Promise<string[]> {
  if (file.equals(printed)) return [];
  switch (format) {
    case 'html':
      return [`byte ${firstDifference(file, printed)} on reads ${excerpts(file, printed)}`];
    case 'pdf':
      return pdfDifferences(file, printed);
    case 'docx':
    case 'xlsx':
      return partDifferences(await readParts(file), await readParts(printed));
  }
}

function partDifferences(found: ReadonlyMap<string, Buffer>, printed: ReadonlyMap<string, Buffer>): string[] {
  return [...new Set([...printed.keys(), ...found.keys()])].flatMap((name) => {
    const [is, should] = [found.get(name), printed.get(name)];
    if (should === undefined) return [`${oneLine(name, EXCERPT)} was added`];
    if (is === undefined) return [`${name} is missing`];
    return is.equals(should) ? [] : [`${name} reads ${excerpts(is, should)}`];
  });
}

function pdfDifferences(file: Buffer, printed: Buffer): string[] {
  if (printed.equals(file.subarray(0, printed.length))) return ['something was appended to it'];
  const [found, should] = [pdfObjects(file), pdfObjects(printed)];
  if (found === undefined) return ['it is laid out otherwise'];
  const differing = (should ?? []).filter((object, at) => object !== found[at]).length;
  const more = Math.max(0, found.length - (should?.length ?? 0));
  return differing + more === 0 ? [] : [`${differing + more} of its ${found.length} objects`];
}

function firstDifference(one: Buffer, other: Buffer): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** What stands at the first place where they differ, in both. */
function excerpts(found: Buffer, printed: Buffer): string {
  const from = Math.max(0, firstDifference(found, printed) - EXCERPT / 4);
  const excerpt = (bytes: Buffer) =>
    JSON.stringify(oneLine(bytes.subarray(from, from + EXCERPT).toString('utf8'), EXCERPT));
  return `${excerpt(found)} where ${excerpt(printed)} was printed`;
}
