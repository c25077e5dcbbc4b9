import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf } from 'oracle-runtime/kit';
import { createMcpClient, type McpClient } from 'oracle-runtime/mcp';
import { type Clock, type HealthReport, type Logger, OracleError } from 'oracle-runtime/plugin';
import type { z } from 'zod';
import { listed, oneTime, type Ran, ran, readAnswer, TOOLS } from './answers.js';
import { fetchOnce, sendOnce } from './one-time-url.js';

export interface SandboxOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly mostBytes: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

export interface CodeToRun {
  readonly language: 'python' | 'javascript';
  readonly code: string;
  readonly stdin?: string | undefined;
  readonly seconds: number;
}

/** How often a server that is well is asked again, and one that is not: doubled from the first to the last. */
const WELL_MS = 60_000;
const FIRST_MS = 1_000;
/** Longer than any run may take. */
const CALL_MS = 150_000;

/** The server that runs code, and how it stands. */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #client: McpClient;
  #down: string | undefined = 'The sandbox was not asked yet.';
  #isWatched = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
    const { url, headers, logger, clock, signal } = options;
    const limits = { connectMs: 10_000, callMs: CALL_MS, resultBytes: 1024 * 1024 };
    this.#client = createMcpClient({
      name: 'sandbox',
      address: { url, headers },
      logger,
      clock,
      signal,
      limits,
    });
  }

  /** Why no code can be run, in words; undefined while it can. */
  get down(): string | undefined {
    return this.#down;
  }

  /** Well until somebody looks after it, as an oracle that serves does. */
  health(): HealthReport {
    const isWell = this.#down === undefined || !this.#isWatched;
    return isWell ? { status: 'ok' } : { status: 'degraded', detail: this.#down ?? '' };
  }

  /** Asks how it is until the signal is aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    this.#isWatched = true;
    for (let pauseMs = FIRST_MS; !signal.aborted; ) {
      const before = this.#down;
      await this.#look(signal);
      if (this.#down !== before && !signal.aborted)
        this.#options.logger.info({ down: this.#down ?? null }, 'Sandbox');
      const isWell = this.#down === undefined;
      await sleep(isWell ? WELL_MS : pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = isWell ? FIRST_MS : Math.min(WELL_MS, pauseMs * 2);
    }
  }

  run(workspace: string, { language, code, stdin, seconds }: CodeToRun, signal: AbortSignal): Promise<Ran> {
    const args = { workspace, language, code, seconds, ...(stdin === undefined ? {} : { stdin }) };
    return this.#call('run_code', args, ran, signal);
  }

  async list(workspace: string, signal: AbortSignal): Promise<z.output<typeof listed>['files']> {
    return (await this.#call('list_files', { workspace }, listed, signal)).files;
  }

  /** Streams a file in. */
  async put(
    workspace: string,
    path: string,
    content: AsyncIterable<Uint8Array>,
    size: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (size > this.#options.mostBytes) throw tooLarge(size, this.#options.mostBytes);
    const { url } = await this.#call('upload_url', { workspace, path, size }, oneTime, signal);
    await sendOnce(this.#sameOrigin(url), content, size, signal);
  }

  /**
   * Streams a file out. Nothing is asked for, and nothing stays open, unless somebody reads it.
   * @throws OracleError `not_found` while it is read, where the sandbox gives no such file
   */
  async *get(workspace: string, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { mostBytes } = this.#options;
    const { url, size = 0 } = await this.#call('download_url', { workspace, path }, oneTime, signal).catch(
      (error: unknown) => {
        if (!OracleError.isInstance(error) || error.code !== 'tool_failed') throw error;
        throw new OracleError('not_found', {
          detail: error.detail,
          hint: 'list_sandbox_files shows what is there.',
        });
      },
    );
    if (size > mostBytes) throw tooLarge(size, mostBytes);
    yield* await fetchOnce(this.#sameOrigin(url), mostBytes, signal);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #call<T extends z.ZodType>(
    tool: string,
    args: object,
    answer: T,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    try {
      const { structured, text } = await this.#client.call(tool, { ...args }, { signal });
      this.#down = undefined;
      return readAnswer(tool, answer, structured ?? jsonOf(text));
    } catch (error) {
      if (isAway(error)) this.#down = error.detail;
      throw error;
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      const { tools } = await this.#client.tools(signal);
      const missing = TOOLS.filter((name) => !tools.some(({ original }) => original === name));
      this.#down =
        missing.length === 0 ? undefined : `The server at SANDBOX_MCP_URL has no tool ${missing.join(', ')}.`;
    } catch (error) {
      this.#down = OracleError.isInstance(error) ? error.detail : 'The sandbox cannot be reached.';
    }
  }

  /** A server names only addresses of its own: whatever else stands there is not even looked at. */
  #sameOrigin(url: string): string {
    if (URL.canParse(url) && new URL(url).origin === new URL(this.#options.url).origin) return url;
    throw new OracleError('upstream_failed', {
      detail: 'The sandbox names an address for a file that is not its own.',
      hint: 'One-time URLs must have the origin of SANDBOX_MCP_URL.',
    });
  }
}

function isAway(error: unknown): error is OracleError {
  return (
    OracleError.isInstance(error) &&
    ['unavailable', 'upstream_failed', 'upstream_timeout'].includes(error.code)
  );
}

function tooLarge(size: number, most: number): OracleError {
  return new OracleError('payload_too_large', {
    detail: `The file has ${size} bytes; ${most} may go in or out at once.`,
    hint: 'The operator can raise plugins.sandbox.mostBytes.',
  });
}
