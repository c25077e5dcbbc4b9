import type { Config } from '../../config-types.js';
import { messageOf, timeLimit } from '../../kit/index.js';
import { type CommandProject, OracleError, type Plugin, type ProjectCheck } from '../../plugin/index.js';
import type { CliHost } from '../host.js';
import { type Finding, fail } from './finding.js';

/** Within this a check has asked whom it asks. */
const PATIENCE_MS = 20_000;

/** What plugins look at in the folder of the oracle, in their order. A plugin that does not load has a line elsewhere. */
export async function checkProject(
  host: Pick<CliHost, 'loadPlugins'>,
  project: CommandProject,
  { features }: Pick<Config, 'features'>,
): Promise<readonly Finding[]> {
  const plugins: readonly Plugin[] = await host.loadPlugins().catch(() => []);
  const checks = plugins.filter(({ name }) => features[name] !== false).flatMap(({ checks = [] }) => checks);
  return (await Promise.all(checks.map((check) => findingsOf(check, project)))).flat();
}

async function findingsOf({ name, run }: ProjectCheck, project: CommandProject): Promise<readonly Finding[]> {
  try {
    return await run(project, timeLimit(PATIENCE_MS));
  } catch (error) {
    if (OracleError.isInstance(error))
      return [fail(name, error.detail, error.hint ?? 'Mend what the line names')];
    return [fail(name, messageOf(error), 'Mend what the line names')];
  }
}
