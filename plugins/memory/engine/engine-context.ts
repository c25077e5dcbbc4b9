import { OracleError } from 'oracle-runtime/plugin';
import type { Credentials } from './credentials.js';
import { type Memory, readAnswer } from './memory.js';

const MOST_BYTES = 64 * 1024;
const MOST_QUERY = 1_000;

/** What the engine finds worth knowing before a message is answered: `GET <url>/context`. */
export class EngineContext {
  readonly #url: string;
  readonly #credentials: Credentials;

  /** @param url base URL of the engine */
  constructor(url: string, credentials: Credentials) {
    this.#url = url.replace(/\/+$/, '');
    this.#credentials = credentials;
  }

  /** @throws OracleError `upstream_failed`, `unavailable` */
  async of(subject: string, message: string, limit: number, signal: AbortSignal): Promise<readonly Memory[]> {
    const query = new URLSearchParams({ query: message.slice(0, MOST_QUERY), limit: String(limit) });
    const authorization = `Bearer ${await this.#credentials.for(subject)}`;
    const response = await this.#ask(`${this.#url}/context?${query}`, authorization, signal);
    if (response.status !== 200) {
      await response.body?.cancel();
      const detail = `The memory engine answers ${response.status}.`;
      throw new OracleError(response.status >= 500 ? 'unavailable' : 'upstream_failed', { detail });
    }
    const { items } = readAnswer('items', subject, await jsonOf(response));
    return items.slice(0, limit);
  }

  async #ask(url: string, authorization: string, signal: AbortSignal): Promise<Response> {
    try {
      // A redirect would take the credential to another place.
      return await fetch(url, {
        headers: { authorization, accept: 'application/json' },
        signal,
        redirect: 'manual',
      });
    } catch {
      signal.throwIfAborted();
      throw new OracleError('unavailable', { detail: 'The memory engine cannot be reached.' });
    }
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
