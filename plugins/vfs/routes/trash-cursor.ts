import { refuseCursor } from 'oracle-runtime/plugin';
import type { FileRow } from '../types.js';

/** The place after a file in the list of the trash. */
export function trashCursor({ trashedAt, id }: Pick<FileRow, 'trashedAt' | 'id'>): string {
  return `${trashedAt ?? 0}.${id}`;
}

/** @throws OracleError `invalid_request` for what {@link trashCursor} did not write */
export function trashPlace(cursor: string): { readonly trashedAt: number; readonly id: string } {
  const [, time, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (time !== undefined && id !== undefined) return { trashedAt: Number(time), id };
  return refuseCursor();
}
