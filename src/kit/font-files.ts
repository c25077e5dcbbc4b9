import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The family of all pictures and documents: what is measured is what is drawn, on every machine. */
export const FONT_FAMILY = 'Roboto';

export interface FontFiles {
  readonly normal: string;
  readonly bold: string;
  readonly italics: string;
  readonly bolditalics: string;
}

/** Paths of the family's TrueType files (Apache-2.0), which come with pdfmake. */
export function fontFiles(): FontFiles {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
    'fonts',
    FONT_FAMILY,
  );
  const file = (style: string) => join(folder, `${FONT_FAMILY}-${style}.ttf`);
  return {
    normal: file('Regular'),
    bold: file('Medium'),
    italics: file('Italic'),
    bolditalics: file('MediumItalic'),
  };
}
