import { timeLimit } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { opened, readAnswer, strange } from './answers.js';

const OPEN_MS = 5_000;
/** Bytes of the answer. */
const MOST = 64 * 1024;

export interface RouterAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Opens a session of a user at the router; gives the address of its MCP server, which is the router's own: the key goes
 * nowhere else.
 * @throws OracleError `unavailable`, `upstream_timeout`, `upstream_failed`
 */
export async function openSession(
  { baseUrl, apiKey }: RouterAddress,
  user: string,
  signal: AbortSignal,
): Promise<string> {
  const response = await post(
    `${baseUrl.replace(/\/+$/, '')}/sessions`,
    apiKey,
    { user_id: user },
    AbortSignal.any([signal, timeLimit(OPEN_MS)]),
    signal,
  );
  const {
    mcp: { url },
  } = readAnswer('POST /sessions', opened, response);
  if (URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin) return url;
  throw strange('names an address for a session that is not its own');
}

async function post(
  url: string,
  apiKey: string,
  body: object,
  timed: AbortSignal,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: timed,
    });
    if (response.ok) return await jsonOf(response);
    await response.body?.cancel();
    throw refused(response.status);
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
    signal.throwIfAborted();
    throw timed.aborted
      ? new OracleError('upstream_timeout', { detail: 'The tool router does not answer in time.' })
      : new OracleError('unavailable', {
          detail: 'The tool router at TOOLKIT_BASE_URL cannot be reached.',
          hint: 'Try again in a minute; if it stays so, its operator knows more.',
        });
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MOST) throw strange(`answers with more than ${MOST} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw strange('does not answer with JSON');
  }
}

function refused(status: number): OracleError {
  if (status !== 401 && status !== 403) return strange(`answers ${status} to POST /sessions`);
  return new OracleError('upstream_failed', {
    detail: `The tool router refuses TOOLKIT_API_KEY (${status}).`,
    hint: 'The operator gives the oracle a key that holds, and starts it again.',
  });
}
