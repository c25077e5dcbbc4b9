/** Small tools that plugins and core both need, as `oracle-runtime/kit`. */

export { abortable } from './abortable.js';
export { addTo } from './add-to.js';
export { alignRows } from './align-rows.js';
export { forkModule } from './apart/fork-module.js';
export { serveWork } from './apart/serve-work.js';
export { WorkError, WorkProcess } from './apart/work-process.js';
export { argumentsSchema } from './arguments-schema.js';
export { asSeen } from './as-seen.js';
export { attempt } from './attempt.js';
export { canonicalHash, canonicalJson } from './canonical-json.js';
export { csvField, typedCsvField } from './csv-field.js';
export { decodeCursor, encodeCursor, toPage } from './cursor.js';
export { type DaySpan, daysIn, daysInCommon } from './day-spans.js';
export { matchesStrongly, matchesWeakly } from './entity-tag.js';
export { errorCode, messageOf } from './error-words.js';
export { escapePattern } from './escape-pattern.js';
export { exactLine, exactName, listed } from './exact-name.js';
export { fieldErrors, fieldFaults } from './field-errors.js';
export { FONT_FAMILY, type FontFiles, fontFiles } from './font-files.js';
export {
  checkFetchUrl,
  FetchRefused,
  type GuardedFetchOptions,
  guardedFetch,
  type LookupAll,
} from './guarded-fetch.js';
export { isRecord } from './is-record.js';
export { MOST_LEVELS, nestsTooDeep } from './json-depth.js';
export { jsonOf } from './json-of.js';
export { knownFieldsOnly } from './known-fields.js';
export { lineWriter } from './line-writer.js';
export { Lru } from './lru.js';
export { markupDepth } from './markup-depth.js';
export { didYouMean, nearestName } from './nearest-name.js';
export { type NumberNotation, numberIn, writeNumber } from './number-notation.js';
export {
  type ColumnCell,
  looksLikeNumber,
  type NumberFault,
  type NumberRule,
  numberRule,
  readNumber,
} from './number-rule.js';
export { escapeUnseen, oneLine } from './one-line.js';
export { prepareQuery } from './prepared-query.js';
export { printable } from './printable.js';
export { writePrivateFile } from './private-file.js';
export { hasRepeatedKey } from './repeated-key.js';
export { retryAfterMs } from './retry-after.js';
export { sha256Hex } from './sha256-hex.js';
export { SharedCache, type SharedCacheOptions } from './shared-cache.js';
export { plainFractions, shiftedMark, shiftedText } from './shifted-text.js';
export { type DocumentSignature, signDocument, verifyBytes, verifyDocument } from './signed-document.js';
export { syncDirectory } from './sync-directory.js';
export type { ByteRow } from './tables/byte-rows.js';
export { describeLeftOut, LeftOut, type LeftOutRow } from './tables/left-out.js';
export { LIST_NAMES } from './tables/list-names.js';
export { normalizeLabel } from './tables/normalize-label.js';
export { openTable } from './tables/open-table.js';
export {
  type ByteBatch,
  type OpenTable,
  type ReadOptions,
  type RowBatch,
  SAMPLE_ROWS,
  TABLE_FORMATS,
  type Table,
  TableFault,
  type TableFormat,
  type TableSource,
} from './tables/table.js';
export { readWholeTable, type WholeRow, type WholeTable } from './tables/whole-table.js';
export { timeLimit } from './time-limit.js';
export { inert, told } from './told.js';
export { nextTurn, Turns } from './turns.js';
export { isUnheldInteger, unheldAsTexts } from './unheld-integer.js';
export type { Cell, CellValue, FormulaCell } from './xlsx/sheet-xml.js';
export { UnseenStyles } from './xlsx/unseen-styles.js';
export { type SheetToWrite, writeWorkbook } from './xlsx/write-workbook.js';
export { ArchiveBuilder, type ArchiveEntry, type ArchiveLayout } from './zip/archive-layout.js';
export { type ArchiveContents, type ByteRange, readArchive } from './zip/read-archive.js';
export { zoneInWords } from './zone-in-words.js';
