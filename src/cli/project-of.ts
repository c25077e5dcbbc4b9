import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { validWords } from '../auth/identity/identity.js';
import { readIdentityFile } from '../auth/identity/identity-file.js';
import { withVariables } from '../config/env-file.js';
import { errorCode, writePrivateFile } from '../kit/index.js';
import { type CommandProject, OracleError } from '../plugin/index.js';
import type { CliIo } from './io.js';
import { localConfig } from './local-oracle.js';

/** The oracle of the working directory, for a command of a plugin. @throws OracleError `config_invalid` */
export function projectOf(io: Pick<CliIo, 'cwd' | 'env'>): CommandProject {
  const config = localConfig(io);
  const { name, description, network, port, publicUrl, dataDir, env } = config;
  return {
    name,
    description,
    network,
    port,
    publicUrl,
    dataDir,
    env,
    entityDid: config.entityDid,
    async mnemonic() {
      const words = config.signingMnemonic ?? (await readIdentityFile(dataDir))?.mnemonic;
      const valid = words === undefined ? undefined : await validWords(words);
      if (valid !== undefined) return valid;
      throw new OracleError('identity_missing', {
        detail: words === undefined ? 'This oracle has no mnemonic yet.' : 'SIGNING_MNEMONIC is no mnemonic.',
        hint: 'Set SIGNING_MNEMONIC, or run `oracle start --create-identity` once.',
      });
    },
    setEntityDid: (did) => setInFile(config.sources.configFile, 'entityDid', did),
    setEnv: (values) => setInEnv(join(io.cwd, '.env'), values),
  };
}

/** One member of a JSON file, its other lines untouched. */
async function setInFile(path: string, key: string, value: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const edits = modify(text, [key], value, { formattingOptions: { tabSize: 2, insertSpaces: true } });
  const part = `${path}.part`;
  await writeFile(part, applyEdits(text, edits));
  await rename(part, path);
}

/** Written anew for its owner alone: what plugins note there are credentials. */
async function setInEnv(path: string, values: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  await writePrivateFile(path, withVariables(text, values), 'replace');
}
