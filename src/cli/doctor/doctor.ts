import { existsSync } from 'node:fs';
import type { Config } from '../../config-types.js';
import { printable } from '../../kit/printable.js';
import { OracleError } from '../../plugin/index.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { localConfig } from '../local-oracle.js';
import { projectOf } from '../project-of.js';
import { checkDataDir, checkNode, checkPort } from './check-machine.js';
import { checkFallback, checkModel } from './check-model.js';
import {
  checkDatabase,
  checkIdentity,
  checkKeys,
  checkPlugins,
  checkStored,
  checkUsers,
} from './check-oracle.js';
import { checkProject } from './check-project.js';
import { type Finding, fail, ok } from './finding.js';

export interface DoctorOptions {
  readonly files?: boolean;
  readonly deep?: boolean;
  readonly repair?: boolean;
}

/** `oracle doctor [--files [--deep] [--repair]]`: each line ok, warn or fail with how to mend it. Exit code 1 when anything fails. */
export async function doctor(host: CliHost, io: CliIo, options: DoctorOptions = {}): Promise<number> {
  const levels: Finding['level'][] = [];
  const show = (...findings: readonly Finding[]) => {
    for (const { level, subject, detail, mend } of findings) {
      levels.push(level);
      io.stdout(`${level.padEnd(4)}  ${subject}: ${printable(detail)}\n`);
      if (mend !== undefined) io.stdout(`      -> ${mend}\n`);
    }
  };
  show(checkNode(process.version));
  const { config, findings } = readConfig(io);
  show(...findings);
  if (config !== undefined) {
    show(await checkDataDir(config));
    show(await checkIdentity(config));
    show(checkUsers(config));
    show(await checkDatabase(config));
    show(...(await checkKeys(config)));
    show(await checkPort(config));
    show(await checkModel(config.models));
    show(...(await checkFallback(config.models)));
    show(...(await checkPlugins(host)));
    show(...(await checkProject(host, projectOf(io), config)));
    const { files = false, deep = false, repair = false } = options;
    if (files) show(...(await checkStored(host, { deep, repair })));
  }
  const count = (level: Finding['level']) => levels.filter((each) => each === level).length;
  io.stdout(`\n${count('ok')} ok, ${count('warn')} to note, ${count('fail')} to mend\n`);
  return count('fail') === 0 ? 0 : 1;
}

function readConfig(io: CliIo): { config?: Config; findings: readonly Finding[] } {
  try {
    const config = localConfig(io);
    const { envFile, configFile } = config.sources;
    const file = existsSync(configFile) ? configFile : `no ${configFile}, so defaults`;
    return { config, findings: [ok('config', `${file}; ${envFile === undefined ? 'no .env' : envFile}`)] };
  } catch (error) {
    if (!OracleError.isInstance(error)) throw error;
    const faults = error.errors ?? [{ field: 'config', message: error.detail }];
    return {
      findings: faults.map(({ field, message }) =>
        fail('config', `${field}: ${message}`, 'Correct it there'),
      ),
    };
  }
}
