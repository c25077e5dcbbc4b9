import { definePlugin, type Principal } from 'oracle-runtime/plugin';
import vfsPlugin from '../index.js';
import { type FileService, Files } from '../service.js';
import { startVfsApp, type VfsApp } from './vfs-app.js';

/** An oracle with files, and a plugin that uses them as others do. */
export interface AppWithConsumer {
  readonly vfs: VfsApp;
  readonly files: FileService;
  readonly owner: Principal;
}

export async function startAppWithConsumer(): Promise<AppWithConsumer> {
  let files: FileService | undefined;
  const consumer = definePlugin({
    name: 'consumer',
    version: '1.0.0',
    manifest: { title: 'Consumer', summary: 'Wants files.', whenToUse: ['Never'], loading: 'silent' },
    dependsOn: ['vfs'],
    setup(ctx) {
      files = ctx.use(Files);
      return {};
    },
  });
  const vfs = await startVfsApp({}, [vfsPlugin, consumer]);
  if (files === undefined) throw new Error('There are no files.');
  const did = vfs.app.identity?.did ?? '';
  return { vfs, files, owner: { id: did, kind: 'owner', did, scopes: new Set(['*']), name: 'owner' } };
}
