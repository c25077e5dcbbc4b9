import { oneLine } from 'oracle-runtime/kit';
import { createMcpClient, type McpClient, type McpResult, type RefusedTool } from 'oracle-runtime/mcp';
import { type AnyTool, type Clock, type Logger, OracleError, type ToolRuntime } from 'oracle-runtime/plugin';
import type { ServerSettings } from '../config/server-settings.js';
import { type Waiting, waitingOf } from '../pins/compare.js';
import { type Face, faceText } from '../pins/face.js';
import type { Pins } from '../store/pins.js';
import { Hiding } from './hide-secrets.js';
import { serverTool } from './server-tool.js';

/** Characters of a tool's description that a model is shown. */
const DESCRIPTION = 1_000;

/** Characters that the log has of what a program wrote before it ended. */
const LAST_WORDS = 1_000;

/** `off`: the configuration leaves it out. `starting`: nobody has asked it yet. */
export type ServerState = 'off' | 'starting' | 'up' | 'down';

export interface ServerDeps {
  readonly pins: Pins;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** One server: what it shows now, what was accepted of it, and the way to call it. */
export class Server {
  readonly settings: ServerSettings;
  readonly #pins: Pins;
  readonly #client: McpClient;
  readonly #hiding: Hiding;
  #state: ServerState;
  #reason: string | undefined;
  #accepted: ReadonlyMap<string, Face> = new Map();
  #listed: ReadonlySet<string> | undefined;
  #waiting: readonly Waiting[] = [];
  #refused: readonly RefusedTool[] = [];
  /** Tools that were given out in this process: a conversation that has one keeps it. */
  readonly #given = new Map<string, { readonly text: string; readonly tool: AnyTool }>();
  /** Told when there is something to look at again. */
  onChange: () => void = () => undefined;

  constructor(settings: ServerSettings, { pins, clock, logger, signal }: ServerDeps) {
    this.settings = settings;
    this.#pins = pins;
    this.#hiding = new Hiding(settings.secrets);
    this.#state = settings.disabled || settings.unset.length > 0 ? 'off' : 'starting';
    this.#reason = settings.unset.length > 0 ? `${settings.unset.join(', ')} is not set` : undefined;
    this.#client = createMcpClient({
      name: settings.name,
      address: settings.address,
      logger,
      clock,
      signal,
      limits: { callMs: settings.callMs, description: DESCRIPTION },
      onToolsChanged: () => this.onChange(),
      onLastWords: (words) =>
        logger.warn(
          { server: settings.name, wrote: oneLine(this.#hiding.text(words).slice(-LAST_WORDS), LAST_WORDS) },
          'The program of an MCP server has ended',
        ),
      onLost: (reason) => {
        this.#down(reason);
        this.onChange();
      },
    });
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Why it is down, or off though nobody said so. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** What was accepted of it and is there, as far as it was looked at. */
  get accepted(): readonly Face[] {
    return this.#allowed().filter(({ original }) => this.#listed?.has(original) !== false);
  }

  /** What is not as it was accepted. */
  get waiting(): readonly Waiting[] {
    return this.#waiting;
  }

  get refused(): readonly RefusedTool[] {
    return this.#refused;
  }

  /**
   * Looks at what it shows now. What it shows at its first use is accepted; what changes or comes later waits.
   * @throws OracleError why it cannot be used now
   */
  async refresh(signal: AbortSignal): Promise<void> {
    this.#accepted = await this.#pins.of(this.settings.name);
    try {
      const { tools, refused } = await this.#client.tools(signal);
      const faces = tools
        .filter(({ original }) => this.settings.allows(original))
        .map((tool) => this.#hiding.value(tool));
      if (this.#accepted.size === 0 && faces.length > 0) {
        await this.#pins.adopt(this.settings.name, faces);
        this.#accepted = await this.#pins.of(this.settings.name);
      }
      this.#listed = new Set(faces.map(({ original }) => original));
      this.#waiting = waitingOf(this.#accepted, faces);
      this.#refused = this.#hiding.value(refused);
      this.#state = 'up';
      this.#reason = undefined;
    } catch (thrown) {
      signal.throwIfAborted();
      const error = this.#hiding.error(thrown);
      this.#down(OracleError.isInstance(error) ? whyOf(error) : 'it cannot be used');
      throw error;
    }
  }

  /**
   * Its tools as they were accepted, also while it is down: a call then says so.
   * @throws OracleError when it was never reached
   */
  async tools(signal: AbortSignal): Promise<readonly AnyTool[]> {
    this.#accepted = await this.#pins.of(this.settings.name);
    if (this.#accepted.size === 0) await this.refresh(signal);
    return this.#allowed()
      .filter(({ original }) => this.#listed?.has(original) !== false || this.#given.has(original))
      .map((face) => this.#toolOf(face));
  }

  /** Takes what waits as it is, all of it or some. @param by DID of who has seen it */
  async accept(faces: readonly Face[], by: string, signal: AbortSignal): Promise<void> {
    await this.#pins.accept(this.settings.name, faces, by);
    await this.refresh(signal);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #allowed(): readonly Face[] {
    return [...this.#accepted.values()].filter(({ original }) => this.settings.allows(original));
  }

  #toolOf(face: Face): AnyTool {
    const text = faceText(face);
    const before = this.#given.get(face.original);
    if (before?.text === text) return before.tool;
    const tool = serverTool(this.settings, face, (args, rt) => this.#call(face, args, rt));
    this.#given.set(face.original, { text, tool });
    return tool;
  }

  async #call(
    { original, inputSchema }: Face,
    args: Readonly<Record<string, unknown>>,
    rt: ToolRuntime,
  ): Promise<McpResult> {
    this.#refuseUnaccepted(original);
    try {
      const result = await this.#client.call(original, args, {
        signal: rt.signal,
        input: inputSchema,
        progress: (message, fraction) => rt.progress(this.#hiding.text(message).slice(0, 500), fraction),
      });
      return this.#hiding.value(result);
    } catch (thrown) {
      rt.signal.throwIfAborted();
      const isLost =
        OracleError.isInstance(thrown) && ['unavailable', 'upstream_failed'].includes(thrown.code);
      if (isLost) this.onChange();
      throw this.#hiding.error(thrown);
    }
  }

  #refuseUnaccepted(original: string): void {
    const { name } = this.settings;
    if (this.#waiting.some(({ listed }) => listed.original === original)) {
      throw new OracleError('unavailable', {
        detail: `The MCP server '${name}' has changed what '${original}' says of itself; it waits for the operator.`,
        hint: `The operator sees the change with \`oracle mcp diff ${name}\`.`,
      });
    }
    if (this.#state === 'up' && this.#listed?.has(original) === false) {
      throw new OracleError('unavailable', {
        detail: `The MCP server '${name}' has no '${original}' any more.`,
      });
    }
  }

  #down(reason: string): void {
    this.#state = 'down';
    this.#reason = reason;
  }
}

/** The reason alone, for where the server is named already. */
function whyOf({ detail }: OracleError): string {
  return detail.replace(/^The MCP server '[^']*' cannot be reached: /, '').replace(/\.$/, '');
}
