import { refuseCursor } from 'oracle-runtime/plugin';
import type { TrashPlace } from '../drive/trash.js';

/** The place after a file in the list of the trash. */
export function trashCursor({ trashedAt, id }: TrashPlace): string {
  return `${trashedAt}.${id}`;
}

/** @throws OracleError `invalid_request` for what {@link trashCursor} did not write */
export function trashPlace(cursor: string): TrashPlace {
  const [, time, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (time !== undefined && id !== undefined) return { trashedAt: Number(time), id };
  return refuseCursor();
}
