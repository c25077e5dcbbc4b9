import type { Contribution, PluginContext } from 'oracle-runtime/plugin';
import { contextInWords } from './context/in-words.js';
import { Clients } from './engine/clients.js';
import { Credentials, subjectOf } from './engine/credentials.js';
import { EngineContext } from './engine/engine-context.js';
import { Memories } from './engine/memories.js';
import { Reach } from './engine/reach.js';
import { watch } from './engine/watch.js';
import { memoryOperations } from './operations/index.js';

/** Memories that the first model call is given at most. */
const CONTEXT_ITEMS = 6;

type MemoryEnv = Readonly<Record<'MEMORY_MCP_URL' | 'MEMORY_ENGINE_URL', string>>;

export function setupMemory(
  ctx: Pick<PluginContext, 'oracle' | 'signer' | 'clock' | 'logger' | 'signal'> & { readonly env: MemoryEnv },
): Contribution {
  const { env, oracle, signer, clock, logger, signal } = ctx;
  const reach = new Reach();
  const credentials = new Credentials(signer, new URL(env.MEMORY_ENGINE_URL).origin, clock);
  const clients = new Clients({ url: env.MEMORY_MCP_URL, credentials, clock, logger, signal });
  const context = new EngineContext(env.MEMORY_ENGINE_URL, credentials);
  return {
    operations: memoryOperations(new Memories(clients, reach), oracle.origin ?? ''),
    promptSections: [
      {
        name: 'memory',
        async body({ principal, message, signal }) {
          const subject = subjectOf(principal);
          if (subject === undefined) return undefined;
          if (reach.reason('engine') !== undefined)
            return 'What this person asked to be remembered cannot be looked up now: the memory engine is away.';
          const items = await reach.noting('engine', signal, () =>
            context.of(subject, message, CONTEXT_ITEMS, signal),
          );
          return contextInWords(items);
        },
      },
    ],
    health: () => reach.health(),
    background: signer === undefined ? [] : [watch({ did: signer.did, clients, context, reach, logger })],
    dispose: () => clients.close(),
  };
}
