import { UpstreamWatch } from 'oracle-runtime/mcp';
import {
  type Contribution,
  type HealthReport,
  OracleError,
  type PluginContext,
  type PromptSection,
} from 'oracle-runtime/plugin';
import { contextInWords } from './context/in-words.js';
import { Clients } from './engine/clients.js';
import { Credentials, subjectOf } from './engine/credentials.js';
import { EngineContext } from './engine/engine-context.js';
import { Memories } from './engine/memories.js';
import { memoryOperations } from './operations/index.js';

/** Memories that the first model call is given at most. */
const CONTEXT_ITEMS = 6;
/** Without these there is no memory; the others are for those who keep them. */
const NEEDED = ['memory_search', 'memory_save', 'memory_forget'];

type MemoryEnv = Readonly<Record<'MEMORY_MCP_URL' | 'MEMORY_ENGINE_URL', string>>;

export function setupMemory(
  ctx: Pick<PluginContext, 'oracle' | 'signer' | 'clock' | 'logger' | 'signal'> & { readonly env: MemoryEnv },
): Contribution {
  const { env, oracle, signer, clock, logger, signal } = ctx;
  const credentials = new Credentials(signer, new URL(env.MEMORY_ENGINE_URL).origin, clock);
  const clients = new Clients({ url: env.MEMORY_MCP_URL, credentials, clock, logger, signal });
  const context = new EngineContext(env.MEMORY_ENGINE_URL, credentials);
  // The oracle asks for itself, so that nobody's memories are touched.
  const did = signer?.did ?? '';
  const engine = new UpstreamWatch({
    name: 'memory-engine',
    logger,
    look: (signal) => context.of(did, 'hello', 1, signal),
  });
  const server = new UpstreamWatch({
    name: 'memory-server',
    logger,
    async look(signal) {
      const tools = await clients.tools(did, signal);
      const missing = NEEDED.filter((name) => !tools.includes(name));
      if (missing.length > 0)
        throw new OracleError('upstream_failed', {
          detail: `The memory server has no ${missing.join(', ')}.`,
        });
    },
  });
  return {
    operations: memoryOperations(new Memories(clients, server), oracle.origin ?? ''),
    promptSections: [contextSection(context, engine)],
    health: () => healthOf([engine, server]),
    background: [engine.task, server.task],
    dispose: () => clients.close(),
  };
}

/** What is remembered that matters to the message, for the first model call. */
function contextSection(context: EngineContext, engine: UpstreamWatch): PromptSection {
  return {
    name: 'memory',
    async body({ principal, message, signal }) {
      const subject = subjectOf(principal);
      if (subject === undefined) return undefined;
      // Asked each time, whatever it answered before: what is back is used at once.
      const found = engine.noting(signal, () => context.of(subject, message, CONTEXT_ITEMS, signal));
      return contextInWords(await found.catch((error: unknown) => Promise.reject(unknownNow(error))));
    },
  };
}

/** In words for the model, which is not to take what it was not given for what nobody ever said. */
function unknownNow(error: unknown): unknown {
  if (!OracleError.isInstance(error)) return error;
  const detail = `What this person asked to be remembered cannot be looked up now. ${error.detail}`;
  return new OracleError(error.code, { detail });
}

function healthOf(parts: readonly UpstreamWatch[]): HealthReport {
  const reasons = new Set(parts.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
  return reasons.size === 0 ? { status: 'ok' } : { status: 'degraded', detail: [...reasons].join(' ') };
}
