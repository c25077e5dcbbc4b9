import { addTo, Lru, sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileEntry, FileService } from '../../vfs/service.js';
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
  type SkippedSkill,
} from '../format/skill.js';
import { asSkillPath } from '../format/skill-path.js';
import { NOTHING, type SkillSource } from './skill-source.js';

/** Where a person's own skills lie in their files. */
const FOLDER = '/skills';
const REMEMBERED = 500;
const PAGE = 1_000;

/** The skills in a person's files, below `/skills`: theirs alone. */
export function ownSkills(files: FileService): SkillSource {
  /** Skills by the hashes of all their files. */
  const known = new Lru<Skill | string>(REMEMBERED);

  async function readOne(
    principal: Principal,
    folder: string,
    entries: readonly FileEntry[],
  ): Promise<Skill> {
    const base = `${FOLDER}/${folder}/`;
    const parts = entries.map(({ path, size, contentHash }) => ({
      path: path.slice(base.length),
      size,
      sha256: contentHash,
    }));
    const key = JSON.stringify([principal.did, folder, parts]);
    const before = known.get(key);
    if (typeof before === 'string') throw new SkillFault(before);
    if (before !== undefined) return before;
    try {
      limit(parts);
      const headFile = headFileOf(parts);
      const head =
        headFile === undefined ? undefined : await readFile(files, principal, `${base}${headFile}`);
      if (head === undefined) throw new SkillFault('has no SKILL.md');
      const hasChecks = parts.some(({ path }) => path === CHECKS_FILE);
      const checks = hasChecks ? await readFile(files, principal, `${base}${CHECKS_FILE}`) : undefined;
      const skill = await readSkill({ folder, origin: 'own', files: parts, head, checks });
      known.set(key, skill);
      return skill;
    } catch (error) {
      if (error instanceof SkillFault) known.set(key, error.message);
      throw error;
    }
  }

  return {
    origin: 'own',
    async read(principal, signal) {
      if (principal.kind === 'anonymous' || principal.did === '') return NOTHING;
      const folders = await foldersOf(files, principal, signal);
      const skills: Skill[] = [];
      const skipped: SkippedSkill[] = [];
      for (const [folder, entries] of folders) {
        try {
          if (skills.length + skipped.length >= MOST_SKILLS)
            throw new SkillFault(`is behind the first ${MOST_SKILLS} skills`);
          skills.push(await readOne(principal, folder, entries));
        } catch (error) {
          if (!(error instanceof SkillFault)) throw error;
          skipped.push({ name: folder, origin: 'own', reason: error.message });
        }
      }
      return { skills, skipped };
    },
    async file(principal, skill, path) {
      const wanted = skill.files.find((file) => file.path === path);
      if (wanted === undefined || asSkillPath(path) === undefined) return undefined;
      const bytes = await readFile(files, principal, `${FOLDER}/${skill.name}/${path}`);
      const isSame = bytes !== undefined && sha256Hex(bytes) === wanted.sha256;
      return isSame ? bytes : undefined;
    },
  };
}

/** The files below each folder of skills; none for who has not granted the oracle to list them. */
async function foldersOf(
  files: FileService,
  principal: Principal,
  signal: AbortSignal,
): Promise<Map<string, FileEntry[]>> {
  const folders = new Map<string, FileEntry[]>();
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted();
    const page: readonly FileEntry[] = await refusable(files.list(principal, FOLDER, after), []);
    for (const entry of page) {
      const [folder = '', ...rest] = entry.path.slice(FOLDER.length + 1).split('/');
      if (rest.length > 0) addTo(folders, folder, entry);
    }
    after = page.at(-1)?.path;
    if (page.length < PAGE || after === undefined) return folders;
  }
}

function limit(parts: Skill['files']): void {
  const large = parts.find(({ size }) => size > MOST_FILE_BYTES);
  if (large !== undefined) throw new SkillFault(`has a file of more than 1 MB, ${large.path}`);
  if (parts.length > MOST_FILES) throw new SkillFault(`has more than ${MOST_FILES} files`);
  if (parts.reduce((sum, { size }) => sum + size, 0) > MOST_SKILL_BYTES)
    throw new SkillFault('has more than 8 MB of files');
}

async function readFile(
  files: FileService,
  principal: Principal,
  path: string,
): Promise<Uint8Array | undefined> {
  const found = await refusable(files.read(principal, path), undefined);
  if (found === undefined || found.entry.size > MOST_FILE_BYTES) return undefined;
  return Buffer.concat(await found.open().toArray());
}

/** What is not granted or not there is as if it were not. */
async function refusable<T, Without>(work: Promise<T>, without: Without): Promise<T | Without> {
  try {
    return await work;
  } catch (error) {
    if (OracleError.isInstance(error) && (error.code === 'forbidden' || error.code === 'not_found'))
      return without;
    throw error;
  }
}
