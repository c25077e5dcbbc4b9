import { constants, existsSync } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, sha256Hex } from 'oracle-runtime/kit';
import { CHECKS_FILE } from '../checks/run-checks.js';
import { SkillFault } from '../format/frontmatter.js';
import { readSkill } from '../format/read-skill.js';
import {
  headFileOf,
  MOST_FILE_BYTES,
  MOST_FILES,
  MOST_SKILL_BYTES,
  MOST_SKILLS,
  type Skill,
  type SkillFile,
  type SkillOrigin,
  type SkippedSkill,
} from '../format/skill.js';
import { asSkillPath } from '../format/skill-path.js';
import { NOTHING, type SkillShelf, type SkillSource } from './skill-source.js';

/** How deep a skill's folders are looked into. */
const DEEPEST = 6;

/**
 * The skills in a folder on this machine, the first of these that is there: for everybody. Links are refused. Each reading
 * looks whether anything has changed; what ships with the oracle does not while it runs, and is looked at once.
 */
export function folderSkills(origin: SkillOrigin, folders: readonly string[]): SkillSource {
  let root: string | undefined;
  /** What was read, by everything that can have changed since. */
  let known: { readonly stamp: string; readonly shelf: SkillShelf } | undefined;
  return {
    origin,
    async read() {
      if (known !== undefined && origin === 'shipped') return known.shelf;
      for (const folder of folders) {
        const names = await namesIn(folder);
        if (names === undefined) continue;
        root = folder;
        const looked = await Promise.all(names.slice(0, MOST_SKILLS).map((name) => look(join(folder, name))));
        const stamp = JSON.stringify([folder, names, looked]);
        if (known?.stamp === stamp) return known.shelf;
        const shelf = await readAll(origin, folder, names, looked);
        known = { stamp, shelf };
        return shelf;
      }
      return NOTHING;
    },
    async file(_, skill, path) {
      const wanted = skill.files.find((file) => file.path === path);
      if (root === undefined || wanted === undefined || asSkillPath(path) === undefined) return undefined;
      // Folders above it could have become links since: each is looked at.
      const segments = [skill.name, ...path.split('/').slice(0, -1)];
      for (let length = 1; length <= segments.length; length += 1)
        if (!(await isFolder(join(root, ...segments.slice(0, length))))) return undefined;
      const bytes = await readFile(join(root, skill.name, path)).catch(() => undefined);
      return bytes !== undefined && sha256Hex(bytes) === wanted.sha256 ? bytes : undefined;
    },
  };
}

/** A file as a look into a folder found it, or why the folder is no skill. */
interface Look {
  readonly files: readonly { readonly path: string; readonly size: number; readonly changed: number }[];
  readonly fault?: string;
}

async function namesIn(folder: string): Promise<string[] | undefined> {
  // Asked for every answer, and most machines have none: to fail costs many times this.
  if (!existsSync(folder)) return undefined;
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

async function look(folder: string): Promise<Look> {
  const files: Look['files'][number][] = [];
  const waiting = [''];
  let bytes = 0;
  if (!(await isFolder(folder))) return { files, fault: 'is a link' };
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    if (below.split('/').length > DEEPEST) return { files, fault: `has folders more than ${DEEPEST} deep` };
    for (const { name } of await readdir(join(folder, below), { withFileTypes: true })) {
      if (name.startsWith('.')) continue;
      const path = below === '' ? name : `${below}/${name}`;
      if (asSkillPath(path) === undefined) return { files, fault: 'has a file whose name no path can hold' };
      const stat = await lstat(join(folder, path));
      if (stat.isSymbolicLink()) return { files, fault: `has a link, ${path}; put the file itself there` };
      if (stat.isDirectory()) waiting.push(path);
      else if (!stat.isFile()) return { files, fault: `has something that is no file, ${path}` };
      else {
        bytes += stat.size;
        files.push({ path, size: stat.size, changed: stat.mtimeMs });
        if (stat.size > MOST_FILE_BYTES) return { files, fault: `has a file of more than 1 MB, ${path}` };
        if (files.length > MOST_FILES) return { files, fault: `has more than ${MOST_FILES} files` };
        if (bytes > MOST_SKILL_BYTES) return { files, fault: 'has more than 8 MB of files' };
      }
    }
  }
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

async function readAll(
  origin: SkillOrigin,
  folder: string,
  names: readonly string[],
  looked: readonly Look[],
): Promise<SkillShelf> {
  const skills: Skill[] = [];
  const skipped: SkippedSkill[] = [];
  for (const [index, name] of names.entries()) {
    try {
      const found = looked[index];
      if (found === undefined)
        throw new SkillFault(`is behind the first ${MOST_SKILLS} skills of its folder`);
      skills.push(await readOne(origin, folder, name, found));
    } catch (error) {
      if (!(error instanceof SkillFault) && errorCode(error) === undefined) throw error;
      const reason = error instanceof SkillFault ? error.message : 'cannot be read';
      skipped.push({ name, origin, reason });
    }
  }
  return { skills, skipped };
}

async function readOne(origin: SkillOrigin, folder: string, name: string, found: Look): Promise<Skill> {
  if (found.fault !== undefined) throw new SkillFault(found.fault);
  const headFile = headFileOf(found.files);
  if (headFile === undefined) {
    const other = found.files.find(({ path }) => path.toLowerCase() === 'skill.md')?.path;
    throw new SkillFault(other === undefined ? 'has no SKILL.md' : `has no SKILL.md: rename its ${other}`);
  }
  const files: SkillFile[] = [];
  let head: Uint8Array = new Uint8Array();
  let checks: Uint8Array | undefined;
  for (const { path } of found.files) {
    const bytes = await readFile(join(folder, name, path));
    files.push({ path, size: bytes.length, sha256: sha256Hex(bytes) });
    if (path === headFile) head = bytes;
    if (path === CHECKS_FILE) checks = bytes;
  }
  return readSkill({ folder: name, origin, files, head, checks });
}

async function readFile(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MOST_FILE_BYTES) throw new SkillFault(`has changed while it was read`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
}
