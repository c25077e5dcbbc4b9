import type { Shelf } from '../sources/shelf.js';

/** A path of a file or folder, or the end of one, with or without the ending: `handbook` is `handbook.pdf` in any folder. */
export function isWithin(
  { prefix }: Pick<Shelf, 'prefix'>,
  path: string,
  within: string | undefined,
): boolean {
  if (within === undefined) return true;
  const wanted = comparable(within);
  if (wanted === '') return true;
  const full = comparable(`${prefix}${path}`);
  return [full, full.replace(/\.[a-z]+$/, '')].some(
    (name) => name === wanted || name.startsWith(`${wanted}/`) || name.endsWith(`/${wanted}`),
  );
}

function comparable(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\/+|\/+$/g, '');
}
