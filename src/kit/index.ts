/** Small tools that plugins and core both need, as `oracle-runtime/kit`. */

export { alignRows } from './align-rows.js';
export { didYouMean, nearestName } from './nearest-name.js';
export { printable } from './printable.js';
export type { Cell, CellValue, FormulaCell } from './xlsx/sheet-xml.js';
export { type SheetToWrite, writeWorkbook } from './xlsx/write-workbook.js';
export { ArchiveBuilder, type ArchiveLayout } from './zip/archive-layout.js';
export { type ArchiveContents, type ByteRange, readArchive } from './zip/read-archive.js';
