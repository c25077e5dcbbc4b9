import { jsonOf, timeLimit } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

const failure = z.looseObject({ errcode: z.string(), error: z.string().optional() });

/** What a homeserver refused, by its own code such as `M_FORBIDDEN`. */
export class Refused extends Error {
  readonly errcode: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: z.output<typeof failure>) {
    super(`The homeserver answered ${body.errcode}${body.error === undefined ? '' : `: ${body.error}`}`);
    this.errcode = body.errcode;
    this.status = status;
    this.body = body;
  }
}

export interface HomeserverRequest {
  readonly token?: string;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** The client-server API of a homeserver, for the few requests before there is a client. */
export interface Homeserver {
  /**
   * @param path below `/_matrix/client/v3`, or from `/_synapse` on
   * @throws Refused for an answer that is no success, OracleError `unavailable` when there is none
   */
  call(method: 'GET' | 'POST' | 'PUT', path: string, request?: HomeserverRequest): Promise<unknown>;
}

/** Seconds that one request may take. */
const PATIENCE_MS = 20_000;

export function homeserverAt(baseUrl: string): Homeserver {
  return {
    async call(method, path, { token, body, signal } = {}) {
      const deadline = timeLimit(PATIENCE_MS);
      let status: number;
      let text: string;
      try {
        const answer = await fetch(`${baseUrl}${path.startsWith('/_') ? '' : '/_matrix/client/v3'}${path}`, {
          method,
          headers: {
            ...(token !== undefined && { Authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
        });
        status = answer.status;
        text = await answer.text();
      } catch (cause) {
        throw away(baseUrl, cause);
      }
      const json = jsonOf(text);
      if (status >= 200 && status < 300 && json !== undefined) return json;
      const told = failure.safeParse(json);
      // A proxy in front of a server that is away answers too, in its own words.
      if (!told.success || status >= 500) throw noHomeserver(baseUrl, status);
      throw new Refused(status, told.data);
    },
  };
}

function noHomeserver(baseUrl: string, status: number): OracleError {
  return new OracleError('unavailable', {
    detail: `What answers at ${baseUrl} answers status ${status}, and not as a homeserver does.`,
    hint: 'Check MATRIX_BASE_URL (--matrix-url), and whether the homeserver behind it runs.',
  });
}

function away(baseUrl: string, cause: unknown): OracleError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const why = inner instanceof Error ? inner.message || inner.name : String(inner);
  return new OracleError('unavailable', {
    detail: `The homeserver at ${baseUrl} does not answer (${why}).`,
    hint: 'Check MATRIX_BASE_URL, and whether the homeserver runs.',
  });
}
