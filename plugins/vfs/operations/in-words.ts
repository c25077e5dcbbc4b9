import { exactName } from 'oracle-runtime/kit';

/** The first sentences of answers: what a person reads before the data. */

/** How many names a sentence holds. */
const NAMED = 5;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `a.txt, notes/ and 3 more`. */
function named(paths: readonly string[]): string {
  const shown = paths.slice(0, NAMED).join(', ');
  return paths.length > NAMED ? `${shown} and ${paths.length - NAMED} more` : shown;
}

/** What is in a folder: `2 files and 1 folder in /: /a.txt, /b.csv, /notes`. */
export function wordFolder(
  path: string,
  entries: readonly { readonly type: string; readonly path: string }[],
  more: boolean,
): string {
  if (entries.length === 0) return path === '/' ? 'There are no files yet.' : `${exactName(path)} is empty.`;
  const folders = entries.filter(({ type }) => type === 'folder').length;
  const files = entries.length - folders;
  const counts = [
    ...(files > 0 ? [counted(files, 'file')] : []),
    ...(folders > 0 ? [counted(folders, 'folder')] : []),
  ];
  return `${more ? 'The first of more: ' : ''}${counts.join(' and ')} in ${exactName(path)}: ${named(entries.map((entry) => exactName(entry.path)))}.`;
}

/** What a search found: `2 files match: /a.txt, /b.csv.` */
export function wordFound(paths: readonly string[], what: string): string {
  const own = [...new Set(paths)].map(exactName);
  if (own.length === 0) return `No file ${what}.`;
  return `${counted(own.length, 'file')} ${own.length === 1 ? what : plural(what)}: ${named(own)}.`;
}

/** `has these words` of several. */
function plural(what: string): string {
  return what.replace(/^has\b/u, 'have').replace(/^matches\b/u, 'match');
}

/** How each path of a call on many ended: `Restored /a.txt. Not /b.txt: There is no such file.` */
export function wordEnded(
  done: string,
  results: readonly {
    readonly path: string;
    readonly ok: boolean;
    readonly files?: number;
    readonly error?: string;
  }[],
): string {
  const well = results.filter(({ ok }) => ok).map(({ path, files }) => withFiles(path, files));
  const failed = results.filter(({ ok }) => !ok);
  const why = failed.slice(0, NAMED).map(({ path, error = '' }) => `Not ${exactName(path)}: ${error}`);
  const more = failed.length > NAMED ? [`${failed.length - NAMED} more did not work.`] : [];
  return [...(well.length > 0 ? [`${done} ${named(well)}.`] : []), ...why, ...more].join(' ');
}

function withFiles(path: string, files: number | undefined): string {
  return files === undefined ? exactName(path) : `${exactName(path)} with ${counted(files, 'file')}`;
}
