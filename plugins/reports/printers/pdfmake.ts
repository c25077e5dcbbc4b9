import { createRequire } from 'node:module';

/** A node of a page, or several; what pdfmake knows of it is more than is used here. */
export type PdfContent = string | { readonly [key: string]: unknown } | readonly PdfContent[];

/** The little of pdfmake that is used here: its own types bring those of browsers along. */
export interface PdfMake {
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
  setUrlAccessPolicy(may: (url: string) => boolean): void;
  setLocalAccessPolicy(may: (path: string) => boolean): void;
  createPdf(definition: { readonly content: readonly PdfContent[]; readonly [key: string]: unknown }): {
    getBuffer(): Promise<Buffer>;
  };
}

/** Loaded when it is first asked for. */
export function loadPdfMake(): PdfMake {
  return createRequire(import.meta.url)('pdfmake') as PdfMake;
}
