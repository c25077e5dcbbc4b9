import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file to be written. */
export interface FileToWrite {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly content: string;
  /** Default 0644. */
  readonly mode?: number;
}

/** Beside the sources, and beside what was built of them. */
const PLACES = ['../../templates', '../templates', './templates'];

/** The files of a template, as they stand. @param name its folder */
export function readTemplate(name: 'project' | 'plugin'): FileToWrite[] {
  const root = PLACES.map((place) => fileURLToPath(new URL(`${place}/${name}`, import.meta.url))).find(
    existsSync,
  );
  if (root === undefined) throw new Error(`The template '${name}' is missing: install the runtime again.`);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: relative(root, file).split(sep).join('/'),
      content: readFileSync(file, 'utf8'),
    }));
}
