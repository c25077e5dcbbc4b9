import { createHmac } from 'node:crypto';
import { UpstreamWatch } from 'oracle-runtime/mcp';
import type { Contribution, Keys, PluginContext } from 'oracle-runtime/plugin';
import { toolkitOperations } from './operations/index.js';
import { Router, type UserIds } from './remote/router.js';
import { Sessions } from './remote/sessions.js';

export interface ToolkitSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
}

type Context = Pick<PluginContext, 'clock' | 'keys' | 'logger' | 'signal'>;

export function setUpToolkit(
  settings: ToolkitSettings,
  { clock, keys, logger, signal }: Context,
): Contribution {
  const sessions = new Sessions({ ...settings, clock, logger, signal });
  const userOf = userIds(keys);
  const watch = new UpstreamWatch({
    name: 'toolkit',
    logger,
    // The oracle asks for nobody, so that no account is touched.
    look: async (signal) => sessions.check(await userOf(''), signal),
  });
  return {
    operations: toolkitOperations(new Router(sessions, watch, userOf), clock),
    promptSections: [
      {
        name: 'toolkit',
        body: () =>
          watch.reason === undefined ? undefined : `No tool of an app can be used now: ${watch.reason}`,
      },
    ],
    health: () => watch.health,
    background: [watch.task],
    dispose: () => sessions.close(),
  };
}

/** The router learns no DID, and nobody can name the user of another person or oracle. */
function userIds(keys: Keys): UserIds {
  return async (principalId) => {
    const key = await keys.get('users');
    return createHmac('sha256', key).update(principalId).digest('hex');
  };
}
