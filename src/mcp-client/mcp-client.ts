import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import { type Clock, type Logger, OracleError } from '../plugin/index.js';
import { REQUEST_TIMEOUT } from './error-codes.js';
import { digitsToSend } from './exact-numbers.js';
import { type GuardedTools, guardTools } from './guard-tools.js';
import { DEFAULT_LIMITS, type McpLimits, wireBytes } from './limits.js';
import { outputsOf } from './output-schemas.js';
import { callAnswer, type McpResult, readResult, tooLarge } from './result.js';
import { type McpAddress, openTransport } from './transport.js';
import { isSessionGone, toOracleError } from './upstream-error.js';
import { cleanerFor } from './without-secrets.js';

/** How long a server is left alone after it could not be reached: doubled each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A call that tells its progress may take longer than `callMs`, but not for ever. */
const LONGEST_CALL_MS = 10 * 60_000;

export interface McpClientOptions {
  /** What the server is called here, in kebab-case; its tools are named after it. */
  readonly name: string;
  readonly address: McpAddress;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Closes the client when aborted, such as `ctx.signal`. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<McpLimits>;
  /** Told when the server says that its tools are others now. */
  readonly onToolsChanged?: () => void;
  /** Told, in words, when a connection that stood was lost. */
  readonly onLost?: (reason: string) => void;
  /** Told, when a program has ended by itself, the last of what it wrote to its standard error: a stranger's words. */
  readonly onLastWords?: (words: string) => void;
}

export interface McpCall {
  readonly signal: AbortSignal;
  /** As `ToolRuntime.progress`: words and, when the server says how much there is, a fraction 0..1. */
  readonly progress?: (message: string, fraction?: number) => void;
  /**
   * What the tool takes, a JSON Schema: where it asks for a number, the text of one that JavaScript cannot hold, such as an id
   * that `McpResult` brought, is sent as that number.
   */
  readonly input?: Readonly<Record<string, unknown>>;
}

/**
 * A server and the way to it. It is connected to at the first use, and again at the next one after it was lost; after
 * a failure it is left alone for a while, longer each time. Every method throws OracleError `unavailable` while it
 * cannot be reached, `upstream_timeout`, or `upstream_failed` for what it answers wrongly.
 */
export interface McpClient {
  /** What it offers now, fit for a model, and what of it is left out and why. */
  tools(signal: AbortSignal): Promise<GuardedTools>;
  /**
   * Calls a tool by its `original` name. A call is never made twice.
   * @throws OracleError `tool_failed` with the tool's own words; the signal's reason when it is aborted
   */
  call(tool: string, args: Readonly<Record<string, unknown>>, call: McpCall): Promise<McpResult>;
  /** Ends the connection, and the program behind it. Idempotent. */
  close(): Promise<void>;
}

type Work<T> = (client: Client, signal: AbortSignal) => Promise<T>;

const toolPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Nothing is connected or started yet, and no library loaded. */
export function createMcpClient(options: McpClientOptions): McpClient {
  const { name, address, logger, clock } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const clean = cleanerFor(address);
  let connecting: Promise<Client> | undefined;
  let current: Client | undefined;
  let pauseMs = 0;
  let failure: { readonly error: OracleError; readonly until: number } | undefined;
  /** Connections that were cut by us, and why. */
  const cuts = new WeakMap<Client, OracleError>();
  let closed = options.signal.aborted;
  /** What its tools have said of what they answer, by their own names. */
  let outputs: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map();

  function connection(): Promise<Client> {
    if (closed) throw gone(name, 'it was closed');
    if (failure !== undefined && clock.now() < failure.until) throw failure.error;
    connecting ??= connect().catch((thrown: unknown) => {
      connecting = undefined;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs === 0 ? FIRST_PAUSE_MS : pauseMs * 2);
      const error = OracleError.isInstance(thrown) ? thrown : gone(name, reasonOf(thrown));
      failure = { error, until: clock.now() + pauseMs };
      // Never the words of the server: it may say again what it was told, and that may be a secret.
      logger.warn({ server: name, pauseMs, reason: error.detail }, 'MCP server could not be reached');
      throw error;
    });
    return connecting;
  }

  async function connect(): Promise<Client> {
    const [{ Client }, { ToolListChangedNotificationSchema }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    const client = new Client({ name: 'oracle-runtime', version: '1' });
    const { transport, ended, lastWords } = await openTransport(address, wireBytes(limits), () => {
      cuts.set(client, tooLarge(name, wireBytes(limits)));
      void client.close();
    });
    client.onerror = (error) => logger.debug({ server: name, reason: reasonOf(error) }, 'MCP connection');
    client.onclose = () => {
      const words = clean(lastWords());
      if (!closed && words !== '') options.onLastWords?.(words);
      if (current !== client) return;
      connecting = undefined;
      if (!closed) options.onLost?.(ended() ?? 'the connection was lost');
    };
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged?.());
    try {
      await client.connect(transport, { timeout: limits.connectMs });
    } catch (error) {
      await client.close();
      const how = ended();
      throw how === undefined ? error : gone(name, how);
    }
    current = client;
    pauseMs = 0;
    failure = undefined;
    return client;
  }

  /** Does something over the connection; once more over a new one when the server no longer knows this one. */
  async function over<T>(signal: AbortSignal, what: string, work: Work<T>, isCall = false): Promise<T> {
    signal.throwIfAborted();
    // The SDK never lets go of a signal that it listens to, and this one may live as long as the process.
    const own = new AbortController();
    const abort = () => own.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await overAny(own.signal, what, work, isCall);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async function overAny<T>(signal: AbortSignal, what: string, work: Work<T>, isCall: boolean): Promise<T> {
    for (let again = true; ; again = false) {
      const client = await connection();
      try {
        return await work(client, signal);
      } catch (error) {
        signal.throwIfAborted();
        const cut = cuts.get(client);
        if (cut !== undefined) throw cut;
        // A call that something else was not found for may have been done: who knows the session still has not lost it.
        const isGone = isSessionGone(error) && (!isCall || (await isForgotten(client, signal)));
        if (isGone) await client.close();
        if (!isGone || !again) throw toOracleError(error, name, what, clean, isCall);
      }
    }
  }

  async function isForgotten(client: Client, signal: AbortSignal): Promise<boolean> {
    const asked = client.ping({ signal, timeout: limits.connectMs });
    return asked.then(
      () => false,
      (error: unknown) => isSessionGone(error),
    );
  }

  /** Its tools as it lists them now. */
  async function list(client: Client, signal: AbortSignal): Promise<unknown[]> {
    const listed: unknown[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const timeout = limits.connectMs;
      const page = await client.request({ method: 'tools/list', params }, toolPage, { signal, timeout });
      listed.push(...page.tools);
      // A server that goes on for ever, or gives the same page again, ends here.
      cursor = page.tools.length === 0 ? undefined : page.nextCursor;
    } while (cursor !== undefined && listed.length <= limits.tools);
    outputs = outputsOf(listed);
    return listed;
  }

  /** Held to what the tool says that it answers; to what it says now, where another server came to this address since. */
  async function held(
    tool: string,
    answer: Parameters<typeof readResult>[1],
    client: Client,
    signal: AbortSignal,
  ): Promise<McpResult> {
    const said = outputs.get(tool);
    try {
      return readResult(tool, answer, limits, said);
    } catch (error) {
      if (said === undefined || !OracleError.isInstance(error) || error.code !== 'upstream_failed')
        throw error;
      await list(client, signal).catch(() => undefined);
      signal.throwIfAborted();
      if (JSON.stringify(outputs.get(tool)) === JSON.stringify(said)) throw error;
      return readResult(tool, answer, limits, outputs.get(tool));
    }
  }

  async function close(): Promise<void> {
    closed = true;
    options.signal.removeEventListener('abort', onAbort);
    const client = await connecting?.catch(() => undefined);
    await client?.close();
  }
  const onAbort = () => void close();
  options.signal.addEventListener('abort', onAbort, { once: true });

  return {
    tools: (signal) =>
      over(signal, 'its tools', async (client, signal) => {
        return guardTools(name, clean(await list(client, signal)), limits);
      }),

    call: (tool, args, { signal, progress, input = {} }) =>
      over(
        signal,
        `'${tool}'`,
        async (client, signal) => {
          const params = { name: tool, arguments: digitsToSend(input, args) };
          const answer = await client.request({ method: 'tools/call', params }, callAnswer, {
            signal,
            timeout: limits.callMs,
            resetTimeoutOnProgress: true,
            maxTotalTimeout: LONGEST_CALL_MS,
            onprogress: ({ message, progress: done, total }) => {
              const fraction = total === undefined || total <= 0 ? undefined : Math.min(1, done / total);
              progress?.(clean(message ?? `${tool} is at work`), fraction);
            },
          });
          return held(tool, clean(answer), client, signal);
        },
        true,
      ),

    close,
  };
}

function gone(server: string, reason: string): OracleError {
  return new OracleError('unavailable', {
    detail: `The MCP server '${server}' cannot be reached: ${reason}.`,
    hint: 'Try again in a minute; if it stays so, its operator knows more.',
  });
}

/** What codes of the system mean to who reads them. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such program or folder',
  EACCES: 'its program may not be run',
  [String(REQUEST_TIMEOUT)]: 'it did not answer in time',
};

/** The system's own code where there is one: the words may hold the address, and with it a secret. */
function reasonOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown };
    const words = WORDS[String(code)];
    if (typeof code === 'string') return words === undefined ? code : `${words} (${code})`;
    if (words !== undefined) return words;
    if (typeof code === 'number' && code >= 400) return `HTTP ${code}`;
    if (each.name === 'UnauthorizedError') return 'it refuses the credentials';
  }
  return 'it did not answer as an MCP server does';
}
