import { exactName } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { describeFile, describeVersion } from '../drive/describe.js';
import { fileAt } from '../drive/find.js';
import { listVersions, restoreVersion } from '../drive/versions.js';
import { parseFilePath } from '../paths/namespace-path.js';
import type { OperationDeps } from './deps.js';
import { pathField } from './fields.js';
import { foreseeStored } from './foresee-stored.js';
import { counted } from './in-words.js';
import { BY_THE_WAY, publishField, requireUnseen } from './publishing-guard.js';

/** What a file was before. */
export function versionOperations(deps: OperationDeps): AnyOperation[] {
  const { vfs, access } = deps;
  return [
    defineOperation({
      name: 'vfs_versions',
      ability: 'fs/read',
      title: 'List the versions of a file',
      description:
        'The versions of a file, newest first: number, size in bytes, time, CID, and who wrote it.',
      input: z.object({ path: pathField }),
      effect: 'read',
      answer: { description: 'The versions' },
      run: async (args, caller) => {
        const path = parseFilePath(args.path);
        const granted = await access(caller, 'fs/read', path);
        const { id } = await fileAt(vfs, granted, 'fs/read', path);
        const versions = await listVersions(vfs, granted, id);
        const current = versions[0]?.version ?? 0;
        return { path, versions: versions.map((version) => describeVersion(version, current)) };
      },
      summary: ({ path, versions }) => `${counted(versions.length, 'version')} of ${path}.`,
    }),
    defineOperation({
      name: 'vfs_restore_version',
      ability: 'fs/write',
      title: 'Bring back an older version of a file',
      description:
        'Makes an older content of a file the current one again, as a new version; nothing of what came after is lost.',
      input: z.object({
        path: pathField,
        version: withWords(
          z.int().min(1).meta({ description: 'Number of the version, from vfs_versions.' }),
          {
            aliases: ['version'],
          },
        ),
        publish: publishField,
      }),
      effect: 'write',
      answer: { description: 'The file as it is now, and which version was current before' },
      audit: 'own',
      approval: ({ publish }) => publish,
      describe: (args) => wordBringingBack({ ...args, path: exactName(args.path) }),
      foresee: (args, asker) =>
        foreseeStored(deps, asker, parseFilePath(args.path), (path) => wordBringingBack({ ...args, path })),
      run: async (args, caller) => {
        const path = parseFilePath(args.path);
        const granted = await access(caller, 'fs/write', path);
        const { id, version: before } = await fileAt(vfs, granted, 'fs/write', path);
        await requireUnseen(vfs, granted, caller, { path, publish: args.publish });
        return { file: describeFile(await restoreVersion(vfs, granted, id, args.version)), before };
      },
      forModel: ({ file }) => ({
        summary: `${file.path} is again as it was; that is version ${file.version} now.`,
        ...file,
      }),
      undo: ({ path, publish }, { before }) => ({
        operation: 'vfs_restore_version',
        input: { path, version: before, ...(publish && { publish }) },
      }),
    }),
  ];
}

function wordBringingBack({
  path,
  version,
  publish,
}: {
  readonly path: string;
  readonly version: number;
  readonly publish: boolean;
}): string {
  return `Bring back version ${version} of ${path}${publish ? BY_THE_WAY : ''}`;
}
