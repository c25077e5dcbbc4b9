import type { BlobRef } from '../types.js';

/** Names the file and not its place, which only who asked for it knows. */
export function lost(ref: BlobRef, cause?: unknown): Error {
  return new Error(`The stored bytes of file ${ref.fileId} (blob ${ref.blob}) cannot be read`, { cause });
}

/** What is read of stored bytes. @throws Error what is lost, with the cause */
export async function orLost<T>(ref: BlobRef, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw lost(ref, cause);
  }
}
