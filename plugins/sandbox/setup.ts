import type { Contribution, PluginContext } from 'oracle-runtime/plugin';
import type { FileService } from '../vfs/service.js';
import { sandboxOperations } from './operations/index.js';
import { fillHeaders } from './remote/headers.js';
import { Sandbox } from './remote/sandbox.js';
import { workspaceNames } from './remote/workspace-name.js';

export interface SandboxSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of one file that goes in or out. */
  readonly mostBytes: number;
}

type Context = Pick<PluginContext, 'clock' | 'keys' | 'logger' | 'signal' | 'variable'>;

/** @throws OracleError `config_invalid` for a header whose variable is not set */
export function setUpSandbox(
  { url, headers, mostBytes }: SandboxSettings,
  { clock, keys, logger, signal, variable }: Context,
  files: FileService | undefined,
): Contribution {
  const sandbox = new Sandbox({
    url,
    headers: fillHeaders(headers, variable),
    mostBytes,
    clock,
    logger,
    signal,
  });
  return {
    operations: sandboxOperations(sandbox, workspaceNames(keys), files),
    promptSections: [
      {
        name: 'sandbox',
        body: () => (sandbox.down === undefined ? undefined : `No code can be run now: ${sandbox.down}`),
      },
    ],
    health: () => sandbox.health(),
    background: [{ name: 'sandbox', run: (ending) => sandbox.watch(ending) }],
    dispose: () => sandbox.close(),
  };
}
