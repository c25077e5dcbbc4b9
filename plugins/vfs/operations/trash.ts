import { exactName, listed, nextTurn } from 'oracle-runtime/kit';
import {
  type AnyOperation,
  type Caller,
  defineOperation,
  type LeftUndone,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { fileHere } from '../drive/find.js';
import { findTrashed, restoreFile, restoreFolder } from '../drive/restore.js';
import { trashFile, trashFolder } from '../drive/trash.js';
import { type NamespacePath, parsePath } from '../paths/namespace-path.js';
import type { OperationDeps } from './deps.js';
import { pathField } from './fields.js';
import { foreseeRestored } from './foresee-restored.js';
import { wordEnded } from './in-words.js';
import { foreseeAt } from './inventory.js';
import { BY_THE_WAY, publishField, requireRestoredPrivate } from './publishing-guard.js';

const MOST_PATHS = 1_000;
/** Of paths that all failed, those that the error names. */
const NAMED_FAULTS = 5;

/** How one of several paths ended. */
type Ended =
  | { readonly path: string; readonly ok: true; readonly files?: number }
  | { readonly path: string; readonly ok: false; readonly error: string };

/** Into the trash, and out of it. */
export function trashOperations(deps: OperationDeps): AnyOperation[] {
  return [
    defineOperation({
      name: 'vfs_delete',
      ability: 'fs/delete',
      title: 'Put into the trash',
      description:
        'Puts files or folders into the trash, from where they can be restored. The person is asked first.',
      input: z.object({
        paths: withWords(
          z.array(pathField).min(1).max(MOST_PATHS).meta({ description: 'Exact paths, never patterns.' }),
          { aliases: ['paths', 'path', 'file', 'files'] },
        ),
      }),
      effect: 'destructive',
      answer: { description: 'How each path ended' },
      audit: 'own',
      describe: ({ paths }) => `Put ${listed(paths.map(exactName))} into the trash`,
      foresee: ({ paths }, asker) =>
        foreseeAt(deps, asker, { ability: 'fs/delete', paths }, (what) => `Put ${what} into the trash`),
      run: async ({ paths }, caller) => {
        const at = deps.vfs.clock.now();
        const results: Ended[] = [];
        let wasPublic = false;
        for (const text of paths) {
          const ended = await endOf(text, caller, async (path) => {
            const trashed = await trashAt(deps, caller, path, at);
            wasPublic ||= trashed.wasPublic;
            return trashed.files;
          });
          results.push(ended);
        }
        return { results, at, wasPublic };
      },
      forModel: ({ results }) => ({ summary: wordEnded('Put into the trash:', results), results }),
      undo: (_, { results, at, wasPublic }) => {
        const paths = results.filter(({ ok }) => ok).map(({ path }) => path);
        const input = { paths, trashedAt: at, publish: wasPublic };
        return paths.length === 0 ? undefined : { operation: 'vfs_restore', input };
      },
      nothingDone: ({ results }) => whyNone('put into the trash', results),
      leftUndone: (input, { results }) => leftOf(input, results),
    }),
    defineOperation({
      name: 'vfs_restore',
      ability: 'fs/write',
      title: 'Take out of the trash',
      description:
        'Brings deleted files or folders back to where they were, with the versions and the public flag that they had.',
      input: z.object({
        paths: withWords(
          z.array(pathField).min(1).max(MOST_PATHS).meta({ description: 'Where they were: exact paths.' }),
          { aliases: ['paths', 'path', 'file', 'files', 'folder'] },
        ),
        trashedAt: z
          .int()
          .optional()
          .describe('Only what was deleted at this time, in milliseconds since 1970; by default the last.'),
        publish: publishField,
      }),
      effect: 'write',
      answer: { description: 'How each path ended' },
      audit: 'own',
      approval: (args) => args.publish,
      describe: ({ paths, publish }) => `Restore ${listed(paths.map(exactName))}${publish ? BY_THE_WAY : ''}`,
      foresee: (args, asker) => foreseeRestored(deps, asker, args),
      run: async ({ paths, trashedAt, publish }, caller) => {
        const results: Ended[] = [];
        for (const text of paths)
          results.push(
            await endOf(text, caller, (path) => restoreAt(deps, caller, path, { trashedAt, publish })),
          );
        return { results };
      },
      summary: ({ results }) => wordEnded('Restored', results),
      undo: (_, { results }) => {
        const paths = results.filter(({ ok }) => ok).map(({ path }) => path);
        return paths.length === 0 ? undefined : { operation: 'vfs_delete', input: { paths } };
      },
      nothingDone: ({ results }) => whyNone('restored', results),
      leftUndone: (input, { results }) => leftOf(input, results),
    }),
  ];
}

/** One bad path does not spoil the others. `work` gives the files of a folder. */
async function endOf(
  text: string,
  { signal }: Caller,
  work: (path: NamespacePath) => Promise<number | undefined>,
): Promise<Ended> {
  // Each waits for the disk without leaving the thread: others have their turns between.
  await nextTurn();
  signal.throwIfAborted();
  try {
    const path = parsePath(text);
    const files = await work(path);
    return { path, ok: true, ...(files === undefined ? {} : { files }) };
  } catch (error) {
    if (!OracleError.isInstance(error) || error.status >= 500) throw error;
    return { path: text, ok: false, error: error.detail };
  }
}

/** Why not one of the paths was `done`; undefined when one was. */
function whyNone(done: string, results: readonly Ended[]): string | undefined {
  const failed = results.filter((ended) => !ended.ok);
  return failed.length < results.length ? undefined : `Nothing was ${done}. ${wordsOf(failed)}`;
}

/** The paths that failed where others did not, for another try. */
function leftOf(input: object, results: readonly Ended[]): LeftUndone | undefined {
  const failed = results.filter((ended) => !ended.ok);
  if (failed.length === 0) return undefined;
  return { why: wordsOf(failed), input: { ...input, paths: failed.map(({ path }) => path) } };
}

function wordsOf(failed: readonly (Ended & { readonly ok: false })[]): string {
  const more = failed.length - NAMED_FAULTS;
  const named = failed.slice(0, NAMED_FAULTS).map(({ path, error }) => `${path}: ${error}`);
  return `${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}

async function trashAt(
  { vfs, access }: OperationDeps,
  caller: Caller,
  path: NamespacePath,
  at: number,
): Promise<{ readonly files: number | undefined; readonly wasPublic: boolean }> {
  const granted = await access(caller, 'fs/delete', path);
  const file = await fileHere(vfs, granted, path);
  if (file !== undefined) {
    await trashFile(vfs, granted, file.id, at);
    return { files: undefined, wasPublic: file.public };
  }
  const { namespace } = granted;
  const published = await vfs.files.measure({ namespace, path, publicOnly: true }, 1);
  const { files } = await trashFolder(vfs, granted, path, at);
  return { files, wasPublic: published.files > 0 };
}

async function restoreAt(
  { vfs, access }: OperationDeps,
  caller: Caller,
  path: NamespacePath,
  { trashedAt, publish }: { readonly trashedAt: number | undefined; readonly publish: boolean },
): Promise<number | undefined> {
  const granted = await access(caller, 'fs/write', path);
  const trashed = await findTrashed(vfs, granted, path, trashedAt);
  await requireRestoredPrivate(vfs, granted, caller, { trashed, publish });
  if (trashed.type === 'folder') return restoreFolder(vfs, granted, trashed);
  await restoreFile(vfs, granted, trashed.file.id);
  return undefined;
}
