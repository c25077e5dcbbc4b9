import { setMaxListeners } from 'node:events';
import { abortable, jsonOf } from 'oracle-runtime/kit';
import { createMcpClient, type McpClient } from 'oracle-runtime/mcp';
import { type Clock, type Logger, OracleError } from 'oracle-runtime/plugin';
import { STEPS, type Step, strange } from './answers.js';
import { openSession, type RouterAddress } from './open-session.js';

/** Users whose session is kept. */
const KEPT = 100;
const LIMITS = { connectMs: 5_000, callMs: 60_000, resultBytes: 256 * 1024 };

export interface SessionsOptions extends RouterAddress {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A session at the router: a connection of its own, and what each step is called there. */
interface Session {
  readonly client: McpClient;
  readonly names: ReadonlyMap<Step, string>;
}

interface Entry {
  readonly session: Promise<Session>;
  busy: number;
}

/** One session for each user: none ever carries the words of another. One that fails is opened anew at the next use. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #open = new Map<string, Entry>();
  /** Each client listens to it; that of the process would be told of a leak. */
  readonly #ending = new AbortController();

  constructor(options: SessionsOptions) {
    this.#options = options;
    setMaxListeners(0, this.#ending.signal);
    options.signal.addEventListener('abort', () => this.#ending.abort(), { once: true });
  }

  /**
   * Does a step; gives the data of its answer.
   * @throws OracleError `unavailable`, `upstream_timeout`, `upstream_failed`, `tool_failed` in the router's own words
   */
  step(
    user: string,
    step: Step,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    return this.#with(user, signal, async ({ client, names }) => {
      const { structured, text } = await client.call(names.get(step) ?? step, args, { signal });
      return this.#withoutKey(structured ?? jsonOf(text));
    });
  }

  /** Whether a session can be had, and has all steps. */
  async check(user: string, signal: AbortSignal): Promise<void> {
    await this.#with(user, signal, ({ client }) => stepsOf(client, signal));
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#ending.abort();
    await Promise.all(open.map(closed));
  }

  async #with<T>(user: string, signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    const entry = this.#entry(user);
    entry.busy += 1;
    try {
      return await work(await abortable(entry.session, signal));
    } catch (error) {
      if (OracleError.isInstance(error) && error.code !== 'tool_failed') this.#leave(user, entry);
      throw this.#withoutKeyIn(error);
    } finally {
      entry.busy -= 1;
      this.#leaveOldest();
    }
  }

  #entry(user: string): Entry {
    const entry = this.#open.get(user) ?? { session: this.#session(user), busy: 0 };
    this.#open.delete(user);
    this.#open.set(user, entry);
    return entry;
  }

  /** Whoever waits for it shares it, so no caller's own signal ends it. */
  async #session(user: string): Promise<Session> {
    const { apiKey, clock, logger } = this.#options;
    const { signal } = this.#ending;
    const client = createMcpClient({
      name: 'toolkit',
      address: { url: await openSession(this.#options, user, signal), headers: { 'x-api-key': apiKey } },
      clock,
      logger,
      signal,
      limits: LIMITS,
    });
    try {
      return { client, names: await stepsOf(client, signal) };
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  #leave(user: string, entry: Entry): void {
    if (this.#open.get(user) === entry) this.#open.delete(user);
    if (entry.busy <= 1) void closed(entry);
  }

  #leaveOldest(): void {
    for (const [user, entry] of this.#open) {
      if (this.#open.size <= KEPT) return;
      if (entry.busy === 0) this.#leave(user, entry);
    }
  }

  /** A router that lies or is careless may say again what it was told. */
  #withoutKey(data: unknown): unknown {
    const { apiKey } = this.#options;
    const text = JSON.stringify(data);
    return text?.includes(apiKey) ? JSON.parse(text.replaceAll(apiKey, '<secret>')) : data;
  }

  #withoutKeyIn(error: unknown): unknown {
    if (!OracleError.isInstance(error)) return error;
    const detail = error.detail.replaceAll(this.#options.apiKey, '<secret>');
    return detail === error.detail ? error : new OracleError(error.code, { detail, hint: error.hint });
  }
}

async function closed({ session }: Entry): Promise<void> {
  await session.then(({ client }) => client.close()).catch(() => undefined);
}

/** What each step is called here: `SEARCH_TOOLS`, or that behind a prefix such as `TOOLKIT_`. */
async function stepsOf(client: McpClient, signal: AbortSignal): Promise<ReadonlyMap<Step, string>> {
  const { tools } = await client.tools(signal);
  const names = new Map<Step, string>();
  const missing: Step[] = [];
  for (const step of STEPS) {
    const tool = tools.find(({ original }) => original === step || original.endsWith(`_${step}`));
    if (tool === undefined) missing.push(step);
    else names.set(step, tool.original);
  }
  if (missing.length > 0) throw strange(`has no tool ${missing.join(', ')}`);
  return names;
}
