import { type Attachment, OracleError } from 'oracle-runtime/client';
import { client } from '../app/oracle.js';
import { sureOfSight, within } from '../app/sight.js';
import { t } from '../words/index.js';

/** A message may be 4 MiB with its attachments in it; what is larger goes into the files first. */
const MOST_INLINE = 1_000_000;
const FOLDER = '/attachments';
/** So many files of one name on one day; then the fault is told. */
const MOST_ALIKE = 50;

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

/**
 * Puts a file among the person's files, beside one of its name: what was said before goes on meaning the file that was
 * given then.
 * @returns its path there
 */
export async function putAmongFiles(
  file: File,
  signal: AbortSignal = new AbortController().signal,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<string> {
  const folder = `${FOLDER}/${new Date().toISOString().slice(0, 10)}`;
  if (!(await sureOfSight({ path: within(folder) }, file.name || 'pasted.txt', t('composer.attach'))))
    throw new Error(t('sight.kept'));
  for (let count = 1; ; count += 1) {
    const path = `${folder}/${numbered(file.name || 'pasted.txt', count)}`;
    try {
      await client.upload(file, {
        path,
        contentType: file.type || 'application/octet-stream',
        signal,
        onProgress: (sent, total) => onProgress(sent / total),
      });
      return path;
    } catch (error) {
      if (!OracleError.isInstance(error) || error.code !== 'conflict' || count === MOST_ALIKE) throw error;
    }
  }
}

/** `homes.csv`, then `homes (2).csv`. */
function numbered(name: string, count: number): string {
  if (count === 1) return name;
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)} (${count})${name.slice(end)}`;
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
