import { isTextType } from '../content/mime-type.js';
import { SLICE } from '../folders/slice.js';
import { mostWordsIn } from '../search/word-index.js';
import type { FileRow } from '../types.js';

/** Rows of the index, or what takes as long, that one transaction writes or deletes: some 10 ms, and all that one file has. */
const MOST_WORK = 500;

/**
 * So many files one after the other as one transaction takes without keeping others waiting.
 * @param workOf a file, counted in rows of the index
 */
export function* slicesOf<File>(
  files: readonly File[],
  workOf: (file: File) => number,
): Generator<readonly File[]> {
  let slice: File[] = [];
  let work = 0;
  for (const file of files) {
    const more = workOf(file);
    if (slice.length === SLICE || (slice.length > 0 && work + more > MOST_WORK)) {
      yield slice;
      slice = [];
      work = 0;
    }
    slice.push(file);
    work += more;
  }
  if (slice.length > 0) yield slice;
}

/** Words of a file that may be in the index. */
export function mostWordsOf({ mimeType, size }: Pick<FileRow, 'mimeType' | 'size'>): number {
  return isTextType(mimeType) ? mostWordsIn(size) : 0;
}
