import type { UpstreamWatch } from 'oracle-runtime/mcp';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { z } from 'zod';
import {
  type AppConnection,
  type AppTool,
  connections,
  executed,
  found,
  readAnswer,
  type Step,
  schemas,
  strange,
} from './answers.js';
import type { Sessions } from './sessions.js';

export type UserIds = (principalId: string) => Promise<string>;
type Args = Readonly<Record<string, unknown>>;

/** What is said of a session that has gone, or of a connection that was lost. */
const LOST: ReadonlySet<string> = new Set(['unavailable', 'upstream_failed']);

/** For whom a step is done. */
export interface Who {
  readonly principal: Pick<Principal, 'kind' | 'id'>;
  readonly signal: AbortSignal;
}

/** The four steps of a tool router, for whoever asks. Each throws OracleError `unauthenticated` for who is nobody. */
export class Router {
  readonly #sessions: Sessions;
  readonly #watch: UpstreamWatch;
  readonly #userOf: UserIds;

  constructor(sessions: Sessions, watch: UpstreamWatch, userOf: UserIds) {
    this.#sessions = sessions;
    this.#watch = watch;
    this.#userOf = userOf;
  }

  async search(who: Who, query: string, limit: number): Promise<z.output<typeof found>['tools']> {
    const { tools } = await this.#read(who, 'SEARCH_TOOLS', { queries: [{ use_case: query }] }, found);
    return tools.slice(0, limit);
  }

  /** @throws OracleError `not_found` */
  async tool(who: Who, slug: string): Promise<AppTool> {
    const { tools } = await this.#read(who, 'GET_TOOL_SCHEMAS', { tool_slugs: [slug] }, schemas);
    const tool = tools.find(({ tool_slug }) => tool_slug === slug);
    if (tool !== undefined) return tool;
    throw new OracleError('not_found', {
      detail: `The tool router knows no tool '${slug}'.`,
      hint: 'Find its name with search_app_tools.',
    });
  }

  /** Of one app, or of all. */
  async connections(who: Who, app?: string): Promise<readonly AppConnection[]> {
    const args = { action: 'list', toolkits: app === undefined ? [] : [app] };
    const { connections: all } = await this.#read(who, 'MANAGE_CONNECTIONS', args, connections);
    return app === undefined ? all : all.filter(({ toolkit }) => toolkit === app);
  }

  /** Begins a connection. @throws OracleError `not_found` for an app that the router does not know */
  async connect(who: Who, app: string): Promise<AppConnection> {
    const args = { action: 'connect', toolkits: [app] };
    const answer = await this.#change(who, 'MANAGE_CONNECTIONS', args, connections);
    const begun = answer.connections.find(({ toolkit }) => toolkit === app);
    if (begun !== undefined) return begun;
    throw new OracleError('not_found', { detail: `The tool router knows no app '${app}'.` });
  }

  /** Never done twice. @throws OracleError `tool_failed` with what the app says */
  async execute(who: Who, slug: string, args: Args): Promise<unknown> {
    const calls = { tools: [{ tool_slug: slug, arguments: args }] };
    const { results } = await this.#change(who, 'MULTI_EXECUTE_TOOL', calls, executed).catch(
      (error: unknown) => {
        throw OracleError.isInstance(error) && error.code === 'upstream_failed'
          ? perhapsDone(error, slug)
          : error;
      },
    );
    const [result] = results;
    if (result?.tool_slug !== slug)
      throw strange(
        `answered MULTI_EXECUTE_TOOL of '${slug}' with a result of '${result?.tool_slug}': whether '${slug}' was done is not known`,
      );
    if (result.successful) return result.data ?? null;
    throw new OracleError('tool_failed', { detail: result?.error ?? `'${slug}' failed.` });
  }

  /** Once more, over a new session, where the first has gone. */
  #read<T extends z.ZodType>(who: Who, step: Step, args: Args, answer: T): Promise<z.output<T>> {
    return this.#as(who, answer, step, async (user, signal) => {
      try {
        return await this.#sessions.step(user, step, args, signal);
      } catch (error) {
        if (!OracleError.isInstance(error) || !LOST.has(error.code)) throw error;
        return this.#sessions.step(user, step, args, signal);
      }
    });
  }

  #change<T extends z.ZodType>(who: Who, step: Step, args: Args, answer: T): Promise<z.output<T>> {
    return this.#as(who, answer, step, (user, signal) => this.#sessions.step(user, step, args, signal));
  }

  async #as<T extends z.ZodType>(
    { principal, signal }: Who,
    answer: T,
    step: Step,
    work: (user: string, signal: AbortSignal) => Promise<unknown>,
  ): Promise<z.output<T>> {
    if (principal.kind === 'anonymous' || principal.id.trim() === '')
      throw new OracleError('unauthenticated', { detail: 'Accounts of apps belong to somebody: sign in.' });
    const user = await this.#userOf(principal.id);
    return this.#watch.noting(signal, async () => readAnswer(step, answer, await work(user, signal)));
  }
}

/** Whoever calls again must know that it may be for the second time. */
function perhapsDone(error: OracleError, slug: string): OracleError {
  if (/was not done|is not known/.test(error.detail)) return error;
  return new OracleError('upstream_failed', {
    detail: `${error.detail} Whether '${slug}' was done is not known.`,
    hint: 'Look in the app before you call it again.',
  });
}
