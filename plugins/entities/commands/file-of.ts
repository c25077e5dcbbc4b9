import { join } from 'node:path';
import type { CommandProject } from 'oracle-runtime/plugin';

/** Where a project keeps a transaction that is under way. @param purpose such as `create-entity` */
export function fileOf({ dataDir }: Pick<CommandProject, 'dataDir'>, purpose: string): string {
  return join(dataDir, 'chain', `${purpose}.json`);
}
