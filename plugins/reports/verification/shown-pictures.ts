import { sha256Hex } from 'oracle-runtime/kit';
import { drawnInDocx } from './drawn-in-docx.js';
import { paintedInPdf } from './painted-in-pdf.js';
import type { VisibleReport } from './visible-text.js';

/** One picture as its reader sees it. */
export interface ShownPicture {
  /** Its pixels or its file, and all that crops, turns, colours or covers it. */
  readonly what: string;
  /** Where and how large it stands, in points. */
  readonly box: readonly number[];
}

/** What programs round when they save a file anew: a point, or a hundredth of a length. */
const ROOM = 1;
const SHARE = 0.01;

/**
 * The pictures that a file shows, in the order in which it does: of a PDF the pixels that its pages paint, for the file that
 * is attached to it is not the one that is painted; of a Word document the parts to which its text leads; of a page its images.
 */
export async function shownPictures(
  { format, pictures }: VisibleReport,
  file: Buffer,
): Promise<ShownPicture[]> {
  if (format === 'pdf') return paintedInPdf(file);
  if (format === 'docx') return drawnInDocx(file);
  return pictures.map((picture) => ({ what: sha256Hex(picture), box: [] }));
}

export function isShownAs(one: ShownPicture, other: ShownPicture | undefined): boolean {
  return (
    one.what === other?.what &&
    one.box.length === other.box.length &&
    one.box.every((value, at) => {
      const off = Math.abs(value - (other.box[at] ?? 0));
      return off <= Math.max(ROOM, SHARE * Math.abs(value));
    })
  );
}
