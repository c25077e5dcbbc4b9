import { setMaxListeners } from 'node:events';
import { createMcpClient, type McpClient, type McpResult } from 'oracle-runtime/mcp';
import { type Clock, type Logger, OracleError } from 'oracle-runtime/plugin';
import { type Credentials, withoutCredentials } from './credentials.js';

/** Subjects whose connection is kept. */
const KEPT = 100;
const LIMITS = { connectMs: 5_000, callMs: 10_000, resultBytes: 256 * 1024 };

export interface ClientsOptions {
  readonly url: string;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A connection of each subject's own: its session never carries the words of another. */
export class Clients {
  readonly #options: ClientsOptions;
  readonly #open = new Map<string, { readonly client: McpClient; busy: number }>();

  /** Each client listens to it; that of the process would be told of a leak. */
  readonly #ending = new AbortController();

  constructor(options: ClientsOptions) {
    this.#options = options;
    setMaxListeners(0, this.#ending.signal);
    options.signal.addEventListener('abort', () => this.#ending.abort(), { once: true });
  }

  /** Calls a tool of the server for a subject. @throws OracleError as `McpClient.call` */
  async call(
    subject: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    return this.#with(subject, async (client) => dataOf(await client.call(tool, args, { signal })));
  }

  /** Names of the tools that the server has. */
  async tools(subject: string, signal: AbortSignal): Promise<readonly string[]> {
    const { tools } = await this.#with(subject, (client) => client.tools(signal));
    return tools.map(({ original }) => original);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ client }) => client.close()));
    this.#open.clear();
  }

  async #with<T>(subject: string, work: (client: McpClient) => Promise<T>): Promise<T> {
    const entry = this.#entry(subject);
    entry.busy += 1;
    try {
      return await work(entry.client);
    } catch (error) {
      throw OracleError.isInstance(error)
        ? new OracleError(error.code, { detail: withoutCredentials(error.detail), hint: error.hint })
        : error;
    } finally {
      entry.busy -= 1;
      this.#leaveOldest();
    }
  }

  #entry(subject: string) {
    const { url, credentials, clock, logger } = this.#options;
    const entry = this.#open.get(subject) ?? {
      client: createMcpClient({
        name: 'memory',
        address: {
          url,
          headers: async () => ({ authorization: `Bearer ${await credentials.for(subject)}` }),
        },
        clock,
        logger,
        signal: this.#ending.signal,
        limits: LIMITS,
      }),
      busy: 0,
    };
    this.#open.delete(subject);
    this.#open.set(subject, entry);
    return entry;
  }

  #leaveOldest(): void {
    for (const [subject, { client, busy }] of this.#open) {
      if (this.#open.size <= KEPT) return;
      if (busy > 0) continue;
      this.#open.delete(subject);
      void client.close();
    }
  }
}

/** A server that gives no data repeats it as text. */
function dataOf({ structured, text }: McpResult): unknown {
  if (structured !== undefined) return structured;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
