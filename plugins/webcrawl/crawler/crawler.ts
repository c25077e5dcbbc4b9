import { createMcpClient, type McpClient } from 'oracle-runtime/mcp';
import { type Clock, type Logger, OracleError } from 'oracle-runtime/plugin';
import { type Found, type Page, readPage, readResults } from './answers.js';

const LIMITS = { connectMs: 5_000, callMs: 45_000, resultBytes: 2 * 1024 * 1024 };

export interface CrawlerOptions {
  readonly url: string;
  /** '' where it needs none. */
  readonly token: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** The MCP server that goes to the web for this oracle. All that it says is a stranger's, or quotes one. */
export class Crawler {
  readonly #client: McpClient;
  readonly #token: string;

  constructor({ url, token, ...rest }: CrawlerOptions) {
    this.#token = token;
    this.#client = createMcpClient({
      ...rest,
      name: 'webcrawl',
      address: { url, ...(token !== '' && { headers: { authorization: `Bearer ${token}` } }) },
      limits: LIMITS,
    });
  }

  async tools(signal: AbortSignal): Promise<readonly string[]> {
    return (await this.#client.tools(signal)).tools.map(({ original }) => original);
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<readonly Found[]> {
    return readResults(await this.#call('web_search', { query, limit }, signal), limit);
  }

  /** @param url of `requirePublicLink` */
  async scrape(url: string, signal: AbortSignal): Promise<Page> {
    return readPage(await this.#call('web_scrape', { url }, signal));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #call(tool: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    try {
      const { structured, text } = await this.#client.call(tool, args, { signal });
      return JSON.parse(this.#hidden(structured === undefined ? text : JSON.stringify(structured)));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SyntaxError) return undefined;
      if (!OracleError.isInstance(error)) throw error;
      throw new OracleError(error.code, { detail: this.#hidden(error.detail), hint: error.hint });
    }
  }

  /** A server that is careless may say again what it was sent. */
  #hidden(text: string): string {
    return this.#token === '' ? text : text.replaceAll(this.#token, '<secret>');
  }
}
