import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a package can be imported from one of these folders: Node looks into `node_modules` there and in all above. */
export function isPackageThere(name: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const above = dirname(folder);
    return (
      existsSync(join(folder, 'node_modules', name, 'package.json')) ||
      (above !== folder && isPackageThere(name, [above]))
    );
  });
}
