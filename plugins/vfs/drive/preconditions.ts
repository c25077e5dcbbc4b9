import { matchesStrongly, matchesWeakly } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { FileRow } from '../types.js';

/** What must hold of a place before it is written (RFC 9110, section 13.1); the values of the headers. */
export interface Preconditions {
  /** One of these entity tags, or `*` for any existing file. */
  readonly ifMatch?: string | undefined;
  /** None of these entity tags; `*`: nothing may be there. */
  readonly ifNoneMatch?: string | undefined;
}

/** The entity tag of a file's content. */
export function etagOf(file: Pick<FileRow, 'cid'>): string {
  return `"${file.cid}"`;
}

/** @throws OracleError `precondition_failed` */
export function checkPreconditions(
  file: Pick<FileRow, 'cid'> | undefined,
  { ifMatch, ifNoneMatch }: Preconditions,
): void {
  if (ifMatch !== undefined && (file === undefined || !matchesStrongly(ifMatch, etagOf(file)))) {
    throw new OracleError('precondition_failed', {
      detail: file === undefined ? 'There is no file to match.' : 'The file has other content by now.',
      hint: 'Read it again and repeat the change on what is there.',
    });
  }
  if (ifNoneMatch !== undefined && file !== undefined && matchesWeakly(ifNoneMatch, etagOf(file))) {
    throw new OracleError('precondition_failed', {
      detail: 'A file with this content is there already.',
    });
  }
}
