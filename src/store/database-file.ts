import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';

/**
 * The path of the database in the data directory. Makes both where they are missing: the directory 0700 and the file
 * 0600; SQLite gives its `-wal` and `-shm` files the mode of the database.
 * @throws OracleError `config_invalid` where they cannot be made or written
 */
export async function createDatabaseFile(dataDir: string): Promise<string> {
  const path = join(dataDir, 'oracle.db');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const file = await open(path, 'a', 0o600);
    await file.close();
    return path;
  } catch (error) {
    throw new OracleError('config_invalid', {
      detail: `The database ${path} cannot be created or written (${messageOf(error)}).`,
      hint: 'Set DATA_DIR to a directory that the user of this process may write, or mend its permissions.',
      cause: error,
    });
  }
}
