import { definePlugin, provide } from 'oracle-runtime/plugin';
import { abilities } from './access/abilities.js';
import { agentAccess } from './access/agent-access.js';
import { callerAccess } from './access/caller-access.js';
import { filesResource } from './access/files-resource.js';
import { shareableFolders } from './access/shared-folders.js';
import { filesCommands } from './commands/index.js';
import { vfsConfig } from './config.js';
import { createVfs } from './create-vfs.js';
import { auditSource } from './drive/audit-source.js';
import { createFileService } from './files-service.js';
import { housekeeping } from './housekeeping.js';
import { inspectFiles } from './inspect/inspect-files.js';
import { manifest } from './manifest.js';
import { fileOperations } from './operations/index.js';
import { publicRoutes } from './public/routes.js';
import { adoptionRoutes } from './routes/adoption-routes.js';
import { batchRoutes } from './routes/batch-routes.js';
import { changesRoute } from './routes/changes-route.js';
import { cidRoute } from './routes/cid-route.js';
import { copyRoutes } from './routes/copy-routes.js';
import { exportRoute } from './routes/export-route.js';
import { fileRoutes } from './routes/file-routes.js';
import { folderRoutes } from './routes/folder-routes.js';
import { searchRoutes } from './routes/search-routes.js';
import { sightRoute } from './routes/sight-route.js';
import { trashRoutes } from './routes/trash-routes.js';
import { versionRoutes } from './routes/version-routes.js';
import { Files } from './service.js';
import { DatabaseVersion } from './store/database-version.js';
import { migrations } from './store/migrations.js';
import type { VfsTables } from './store/tables.js';
import { fileTexts } from './texts/file-texts.js';
import { uploadRoutes } from './uploads/upload-routes.js';

export default definePlugin({
  name: 'vfs',
  version: '1.0.0',
  manifest,
  config: vfsConfig,
  abilities,
  resources: [filesResource],
  scopes: {
    'fs/list': 'list files',
    'fs/read': 'read and list files',
    'fs/write': 'write and publish files, and read and list them',
    'fs/delete': 'delete files, and read and list them',
  },
  migrations,
  commandGroup: { name: 'files', summary: 'files of an oracle: private until published', usual: 'ls' },
  commands: filesCommands,
  setup(ctx) {
    const { config, logger, clock, oracle } = ctx;
    const db = ctx.database.as<VfsTables>();
    const vfs = createVfs({
      db,
      blobs: ctx.blobs,
      keys: ctx.keys,
      config,
      clock,
      logger,
      oracle,
      shares: ctx.shares,
    });
    const operations = fileOperations({ vfs, access: callerAccess(vfs, ctx.delegations) });
    const files = createFileService(vfs, agentAccess(vfs, ctx.delegations));
    return {
      operations,
      mcp: { path: '/api/fs/mcp', ability: 'fs/list' },
      routes: [
        ...fileRoutes(vfs),
        ...folderRoutes(vfs),
        ...copyRoutes(vfs),
        changesRoute(vfs),
        ...versionRoutes(vfs),
        cidRoute(vfs),
        exportRoute(vfs),
        ...adoptionRoutes(vfs),
        ...batchRoutes(vfs),
        ...trashRoutes(vfs),
        ...searchRoutes(vfs),
        sightRoute(vfs),
        ...uploadRoutes(vfs),
        ...publicRoutes({
          store: vfs.files,
          database: new DatabaseVersion(db),
          logger,
          archiveLimits: { maxFiles: config.zipMaxFiles, maxBytes: config.zipMaxBytes },
        }),
      ],
      shareables: [shareableFolders(vfs)],
      audit: auditSource(db),
      inspect: (how) => inspectFiles({ ...vfs, blobs: ctx.blobs }, how),
      services: [provide(Files, files)],
      textSources: [fileTexts(files)],
      background: [{ name: 'housekeeping', run: (signal) => housekeeping(vfs, signal) }],
    };
  },
});
