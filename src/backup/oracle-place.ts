import { readIdentityFile } from '../auth/identity/identity-file.js';
import { loadIdentity } from '../auth/index.js';
import type { DatabasePlace } from './database-copy.js';

/** Where an oracle keeps what it is. */
export interface OraclePlace extends DatabasePlace {
  /** Its identity, where that is not in the data directory. */
  readonly signingMnemonic?: string;
}

/** The DID of the oracle, if it has an identity. @throws OracleError `config_invalid` for one that is damaged */
export async function didOf({
  dataDir,
  signingMnemonic: mnemonic,
}: OraclePlace): Promise<string | undefined> {
  const identity = await loadIdentity({
    dataDir,
    create: false,
    ...(mnemonic !== undefined && { mnemonic }),
  });
  return identity?.did;
}

export async function mnemonicOf({ dataDir, signingMnemonic }: OraclePlace): Promise<string | undefined> {
  return signingMnemonic ?? (await readIdentityFile(dataDir))?.mnemonic;
}
