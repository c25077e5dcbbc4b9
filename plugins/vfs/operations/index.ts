import type { AnyOperation } from 'oracle-runtime/plugin';
import { changeOperations } from './change.js';
import { contentOperations } from './content.js';
import type { OperationDeps } from './deps.js';
import { findOperations } from './find.js';
import { inSharedFolders } from './in-shared-folders.js';
import { trashOperations } from './trash.js';
import { versionOperations } from './versions.js';

/**
 * What agents do with files, by exact paths: the oracle's own agent and the clients of `POST /api/fs/mcp`. Changes are
 * recorded with the change itself, in its transaction, so the runtime keeps no second record of them.
 */
export function fileOperations(deps: OperationDeps): AnyOperation[] {
  return [
    ...findOperations(deps),
    ...contentOperations(deps),
    ...changeOperations(deps),
    ...trashOperations(deps),
    ...versionOperations(deps),
  ].map((operation) => inSharedFolders(operation, deps.vfs));
}
