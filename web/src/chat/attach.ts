import type { Attachment } from 'oracle-runtime/client';
import { client } from '../app/oracle.js';

/** A message may be 4 MiB with its attachments in it; what is larger goes into the files first. */
const MOST_INLINE = 1_000_000;
const FOLDER = '/attachments';

/** A file as a message carries it: inside where it is small, else by its place among the person's files. */
export async function attachmentOf(
  file: File,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<Attachment> {
  const named = { name: file.name || 'pasted.txt', mimeType: file.type || 'application/octet-stream' };
  if (file.size <= MOST_INLINE) return { ...named, url: await dataUrl(file) };
  return { ...named, url: await putAmongFiles(file, signal, onProgress) };
}

/** Puts a file among the person's files. @returns its path there */
export async function putAmongFiles(
  file: File,
  signal: AbortSignal = new AbortController().signal,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<string> {
  const path = `${FOLDER}/${new Date().toISOString().slice(0, 10)}/${file.name || 'pasted.txt'}`;
  await client.upload(file, {
    path,
    contentType: file.type || 'application/octet-stream',
    overwrite: true,
    signal,
    onProgress: (sent, total) => onProgress(sent / total),
  });
  return path;
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
