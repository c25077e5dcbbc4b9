import { definePlugin, Files, provide } from 'oracle-runtime/plugin';
import { abilities } from './access/abilities.js';
import { agentAccess } from './access/agent-access.js';
import { vfsConfig } from './config.js';
import { createVfs } from './create-vfs.js';
import { auditSource } from './drive/audit-source.js';
import { createFileService } from './files-service.js';
import { housekeeping } from './housekeeping.js';
import { manifest } from './manifest.js';
import { mcpRoute } from './mcp.js';
import { publicRoutes } from './public/routes.js';
import { batchRoutes } from './routes/batch-routes.js';
import { cidRoute } from './routes/cid-route.js';
import { fileRoutes } from './routes/file-routes.js';
import { folderRoutes } from './routes/folder-routes.js';
import { searchRoutes } from './routes/search-routes.js';
import { versionRoutes } from './routes/version-routes.js';
import { DatabaseVersion } from './store/database-version.js';
import { migrations } from './store/migrations.js';
import type { VfsTables } from './store/tables.js';
import { agentTools, fileTools } from './tools/index.js';
import { uploadRoutes } from './uploads/upload-routes.js';

export default definePlugin({
  name: 'vfs',
  version: '1.0.0',
  manifest,
  config: vfsConfig,
  abilities,
  scopes: {
    'fs/list': 'list files',
    'fs/read': 'read files',
    'fs/write': 'write and publish files',
    'fs/delete': 'delete files',
  },
  migrations,
  setup(ctx) {
    const { config, logger, clock, oracle } = ctx;
    const db = ctx.database.as<VfsTables>();
    const vfs = createVfs({ db, blobs: ctx.blobs, keys: ctx.keys, config, clock, logger, oracle });
    const access = agentAccess(vfs, ctx.delegations);
    const tools = fileTools(vfs);
    return {
      tools: agentTools(tools, access),
      routes: [
        ...fileRoutes(vfs),
        ...folderRoutes(vfs),
        ...versionRoutes(vfs),
        cidRoute(vfs),
        ...batchRoutes(vfs),
        ...searchRoutes(vfs),
        ...uploadRoutes(vfs),
        mcpRoute(vfs, tools, oracle.version),
        ...publicRoutes({
          store: vfs.files,
          database: new DatabaseVersion(db),
          logger,
          archiveLimits: { maxFiles: config.zipMaxFiles, maxBytes: config.zipMaxBytes },
        }),
      ],
      audit: auditSource(db),
      services: [provide(Files, createFileService(vfs, access))],
      background: [{ name: 'housekeeping', run: (signal) => housekeeping(vfs, signal) }],
    };
  },
});
