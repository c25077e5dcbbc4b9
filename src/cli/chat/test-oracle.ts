import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One event of the scripted run, a torn connection, or a wait until the run is aborted. */
export type Step = { readonly event: string; readonly data: unknown } | 'drop' | 'until-abort';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly lastEventId: string | undefined;
  readonly body: unknown;
}

/** An HTTP server that speaks the oracle's wire as documented, playing one script per message. */
export interface TestOracle {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  /** Resolves when a run waits for its abort. */
  readonly waiting: Promise<void>;
  close(): Promise<void>;
}

export interface TestOracleOptions {
  /** `down`: this many requests to rejoin are refused with 503 first. */
  readonly down?: number;
  /** Sent instead of an answer to every message. */
  readonly refuse?: { readonly status: number; readonly body: unknown };
  readonly retryMs?: number;
}

export async function startTestOracle(
  scripts: readonly (readonly Step[])[],
  options: TestOracleOptions = {},
): Promise<TestOracle> {
  const seen: SeenRequest[] = [];
  const runs: { script: readonly Step[]; at: number }[] = [];
  let sessions = 0;
  let down = options.down ?? 0;
  let aborted: () => void = () => undefined;
  const abort = new Promise<void>((resolve) => {
    aborted = resolve;
  });
  let nowWaiting: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    nowWaiting = resolve;
  });

  async function play(
    response: ServerResponse,
    session: string,
    index: number,
    after: number,
  ): Promise<void> {
    const run = runs[index];
    if (run === undefined)
      return problem(response, 404, { code: 'not_found', detail: 'There is no such run.' });
    const runId = `run${index + 1}`;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Content-Location': `/messages/${session}/runs/${runId}`,
    });
    response.write(`retry: ${options.retryMs ?? 1}\n\n: ping\n\n`);
    let seq = 0;
    // What was sent before a drop is replayed from `after`; a drop tears only the first time it is met.
    for (const [place, step] of run.script.entries()) {
      if (step === 'drop') {
        if (place < run.at) continue;
        run.at = place + 1;
        await new Promise((resolve) => response.write('', resolve));
        response.destroy();
        return;
      }
      if (step === 'until-abort') {
        nowWaiting();
        await abort;
        continue;
      }
      seq += 1;
      if (seq > after)
        response.write(`event: ${step.event}\nid: ${runId}:${seq}\ndata: ${JSON.stringify(step.data)}\n\n`);
    }
    response.end();
  }

  function lastRun(): object | undefined {
    const end = runs.at(-1)?.script.at(-1);
    const status = typeof end === 'object' ? end.event : 'running';
    return runs.length === 0 ? undefined : { runId: `run${runs.length}`, status };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const raw = await text(request);
    const lastEventId = request.headers['last-event-id'];
    seen.push({
      method: request.method ?? '',
      path,
      authorization: request.headers.authorization,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      body: raw === '' ? undefined : JSON.parse(raw),
    });
    const [, session = '', rest = ''] = /^\/messages\/([^/]+)(.*)$/.exec(path) ?? [];
    if (path === '/health') return json(response, 200, { status: 'ok', name: 'test', version: '0.1.0' });
    if (path === '/auth/session')
      return json(response, 200, { token: 'session-token', expiresAt: 'x', did: 'd' });
    if (path === '/sessions') return json(response, 201, { sessionId: `s${++sessions}` });
    if (path.startsWith('/sessions/')) return json(response, 200, { lastRun: lastRun() });
    if (rest === '/abort') {
      aborted();
      return json(response, 200, { runId: 'run1' });
    }
    if (rest.startsWith('/runs/')) {
      if (down > 0) {
        down -= 1;
        return problem(response, 503, { code: 'unavailable', detail: 'Starting.' });
      }
      const index = Number(rest.replace('/runs/run', '')) - 1;
      return play(response, session, index, Number((seen.at(-1)?.lastEventId ?? ':0').split(':')[1]));
    }
    if (session !== '') {
      if (options.refuse !== undefined) return problem(response, options.refuse.status, options.refuse.body);
      runs.push({ script: scripts[runs.length] ?? [], at: 0 });
      return play(response, session, runs.length - 1, 0);
    }
    return problem(response, 404, { code: 'not_found', detail: 'No such route.' });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    waiting,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(body));
}
