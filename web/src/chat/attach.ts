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
  const path = `${FOLDER}/${new Date().toISOString().slice(0, 10)}/${named.name}`;
  await client.upload(file, {
    path,
    contentType: named.mimeType,
    overwrite: true,
    signal,
    onProgress: (sent, total) => onProgress(sent / total),
  });
  return { ...named, url: path };
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
