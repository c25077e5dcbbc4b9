import { fileURLToPath } from 'node:url';
import { loadConfig } from 'oracle-runtime';

/** `.env` and `oracle.config.json` of this project, checked; a fault ends the start with its file and line. */
export const config = loadConfig({ cwd: fileURLToPath(new URL('..', import.meta.url)) });
