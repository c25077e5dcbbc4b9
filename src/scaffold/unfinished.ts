import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { OracleError } from '../plugin/index.js';
import { answersSchema } from './answers.js';
import { PARTIAL } from './write-folder.js';

const FILE = '.oracle-new.json';

const stateSchema = z.object({
  answers: answersSchema,
  /** Answers to what plugins ask. */
  steps: z.record(z.string(), z.unknown()),
  install: z.boolean(),
  runtime: z.string(),
  did: z.string(),
  files: z.array(z.string()),
  /** What was done: `install`, and steps of plugins by name, with what they told. */
  done: z.record(
    z.string(),
    z.object({
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      notes: z.array(z.string()).optional(),
    }),
  ),
});

/** How far a new project is. Its file is for its owner alone, since a flag may be a token, and goes with the last step. */
export type ProjectState = z.output<typeof stateSchema>;

export interface UnfinishedProject {
  readonly aside: string;
  readonly state: ProjectState;
}

/** Written whole, so that whoever is stopped in between goes on from what was there. */
export function saveState(aside: string, state: ProjectState): void {
  const path = join(aside, FILE);
  writeFileSync(`${path}.part`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

export function removeState(aside: string): void {
  rmSync(join(aside, FILE), { force: true });
}

/** Projects that were begun and not finished. @param folder of one; default all below `cwd` */
export function unfinishedProjects(cwd: string, folder?: string): UnfinishedProject[] {
  const parent = folder === undefined ? cwd : dirname(folder);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => name.includes(PARTIAL))
    .filter((name) => folder === undefined || name.startsWith(`${basename(folder)}${PARTIAL}`))
    .flatMap((name) => {
      const aside = join(parent, name);
      const state = stateIn(aside);
      return state === undefined ? [] : [{ aside, state }];
    });
}

/** @throws OracleError `not_found` where nothing was begun, `conflict` where it is not clear what is meant */
export function theUnfinished(cwd: string, folder: string | undefined): UnfinishedProject {
  const [first, second] = unfinishedProjects(cwd, folder);
  if (first === undefined)
    throw new OracleError('not_found', {
      detail: `There is no unfinished ${folder === undefined ? 'project' : basename(folder)} here.`,
      hint: 'Begin one: oracle new <name>',
    });
  if (second === undefined) return first;
  throw new OracleError('conflict', {
    detail: `Several projects are unfinished here: ${basename(first.aside)} and ${basename(second.aside)}.`,
    hint: 'Name the one to go on with, or remove what you do not want.',
  });
}

/** Undefined for a folder in which not even all files stand. */
function stateIn(aside: string): ProjectState | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(join(aside, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}
