import { resolve } from 'node:path';
import { backUp } from '../../backup/back-up.js';
import type { Manifest } from '../../backup/manifest.js';
import type { OraclePlace } from '../../backup/oracle-place.js';
import { restore } from '../../backup/restore.js';
import { verifyBackup } from '../../backup/verify.js';
import type { Config } from '../../config-types.js';
import { VERSION } from '../../version.js';
import type { CliIo } from '../io.js';
import { localConfig, SYSTEM_CLOCK } from '../local-oracle.js';
import { knownPassphrase, newPassphrase, type PassphraseOptions } from '../passphrase.js';

/** `oracle backup <dir>`: the whole oracle, while it runs. */
export async function backup(dir: string, options: PassphraseOptions, io: CliIo): Promise<number> {
  const place = placeOf(localConfig(io));
  const passphrase = await newPassphrase(options, io);
  const { manifest, copied, slow } = await backUp({
    dir: resolve(io.cwd, dir),
    place,
    passphrase,
    now: SYSTEM_CLOCK.now,
    runtime: VERSION,
  });
  io.stdout(`Backed up ${inWords(manifest)}; ${copied} of the blobs ${copied === 1 ? 'is' : 'are'} new.\n`);
  io.stdout('Without the passphrase nothing of it can be restored: keep it elsewhere.\n');
  if (slow)
    io.stderr(
      'Copying the database took longer than deleted bytes are kept: a file that was purged meanwhile may lack them.\n',
    );
  return 0;
}

/** `oracle backup verify <dir>`: exit code 1 when anything of it is damaged. */
export async function backupVerify(dir: string, options: PassphraseOptions, io: CliIo): Promise<number> {
  const passphrase = options.passphraseFile === undefined ? undefined : await knownPassphrase(options, io);
  const { manifest, faults } = await verifyBackup(resolve(io.cwd, dir), passphrase);
  for (const fault of faults) io.stdout(`fail  ${fault}\n`);
  io.stdout(
    faults.length === 0
      ? `All is there: ${inWords(manifest)}.\n`
      : `${faults.length} damaged. Back up anew into an empty directory while the oracle is sound.\n`,
  );
  return faults.length === 0 ? 0 : 1;
}

/** `oracle restore <dir>`: into an empty DATA_DIR. */
export async function restoreBackup(dir: string, options: PassphraseOptions, io: CliIo): Promise<number> {
  const config = localConfig(io);
  const passphrase = await knownPassphrase(options, io);
  const manifest = await restore(resolve(io.cwd, dir), placeOf(config), passphrase);
  io.stdout(`Restored ${inWords(manifest)}.\n`);
  io.stdout('Look at it with: oracle doctor --files --deep\n');
  return 0;
}

function placeOf({ dataDir, databaseUrl, signingMnemonic }: Config): OraclePlace {
  return {
    dataDir,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(signingMnemonic !== undefined && { signingMnemonic }),
  };
}

function inWords({ createdAt, did, database, blobs }: Manifest): string {
  const whose = did === null ? 'an oracle without an identity' : did;
  return `${whose} as of ${createdAt}: the database with ${database.size} bytes, ${blobs.count} blobs with ${blobs.bytes}`;
}
