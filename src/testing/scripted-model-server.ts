import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { play, sendJson } from './play-step.js';
import type { RecordedModelRequest, ScriptedStep } from './scripted-step.js';

export interface ScriptedModelServer {
  /** Base URL that ends in `/v1`; what `LLM_BASE_URL` takes. */
  readonly url: string;
  readonly requests: readonly RecordedModelRequest[];
  /** Resolves with the n-th request (from 1) once it has arrived. */
  request(n: number): Promise<RecordedModelRequest>;
  /** Appends steps to a scripted list. */
  push(...steps: readonly ScriptedStep[]): void;
  /** @throws Error on an unexpected request, a failed `expect` or a step that no request used. */
  assertComplete(): void;
  /** Stops the server, then asserts that the script is complete. */
  close(): Promise<void>;
}

/** Plays `answer` on every request and records none: the fake model of a benchmark. */
export type ConstantScript = {
  readonly answer: ScriptedStep | ((body: RecordedModelRequest['body']) => ScriptedStep);
};

/** A constant answer of `tokens` deltas, `tokensPerSecond` apart (default: no delay). */
export function constantAnswer(tokens: number, tokensPerSecond?: number): ConstantScript {
  const text = Array.from({ length: tokens }, (_, i) => (i === 0 ? 'token' : ` token${i}`));
  return {
    answer: {
      text,
      usage: { inputTokens: 100, outputTokens: tokens },
      ...(tokensPerSecond === undefined ? {} : { chunkDelayMs: 1000 / tokensPerSecond }),
    },
  };
}

/** What the server tells of itself. */
export interface ScriptedServerOptions {
  /** Bodies of GET requests by path, such as `/v1/models`; what is not given is an empty list of models, or 404. */
  readonly documents?: Readonly<Record<string, unknown>>;
}

/**
 * An OpenAI-compatible chat completions server on loopback. A list of steps is played one a request, in order of
 * arrival; a request beyond the list is answered 400 and reported. A `ConstantScript` answers forever. GET requests are
 * not recorded.
 */
export async function startScriptedModelServer(
  script: readonly ScriptedStep[] | ConstantScript,
  { documents = {} }: ScriptedServerOptions = {},
): Promise<ScriptedModelServer> {
  const constant = 'answer' in script ? script.answer : undefined;
  const steps: ScriptedStep[] = 'answer' in script ? [] : [...script];
  const requests: RecordedModelRequest[] = [];
  const faults: string[] = [];
  const waiting: { n: number; resolve: (request: RecordedModelRequest) => void }[] = [];
  const ids = { next: 1 };
  let used = 0;

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method === 'GET') {
      const document = { '/v1/models': { object: 'list', data: [] }, ...documents }[req.url ?? ''];
      sendJson(res, document === undefined ? 404 : 200, document ?? { error: { message: 'not found' } });
      return;
    }
    const closed = new Promise<boolean>((resolve) => {
      res.once('close', () => resolve(!res.writableFinished));
    });
    const text = await readBody(req);
    const request: RecordedModelRequest = {
      headers: req.headers,
      path: req.url ?? '',
      text,
      body: JSON.parse(text) as RecordedModelRequest['body'],
      closed,
    };
    if (constant !== undefined) {
      await play(typeof constant === 'function' ? constant(request.body) : constant, res, ids);
      return;
    }
    requests.push(request);
    for (const waiter of waiting.filter((w) => w.n === requests.length)) waiter.resolve(request);
    const step = steps[used];
    used += 1;
    const fault =
      step === undefined ? `request ${used} was not expected: ${text.slice(0, 300)}` : check(step, request);
    if (step === undefined || fault !== undefined) {
      faults.push(fault ?? '');
      sendJson(res, 400, { error: { message: `scripted model server: ${fault}` } });
      return;
    }
    await play(step, res, ids);
  };

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (!res.destroyed) faults.push(String(error));
      res.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const assertComplete = (): void => {
    const left = steps.length - used;
    const all = left > 0 ? [...faults, `${left} of ${steps.length} scripted steps were not used`] : faults;
    if (all.length > 0) throw new Error(`The model script did not play out:\n${all.join('\n')}`);
  };

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    request: (n) => {
      const there = requests[n - 1];
      return there === undefined
        ? new Promise((resolve) => waiting.push({ n, resolve }))
        : Promise.resolve(there);
    },
    push: (...more) => {
      steps.push(...more);
    },
    assertComplete,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      assertComplete();
    },
  };
}

function check(step: ScriptedStep, request: RecordedModelRequest): string | undefined {
  try {
    step.expect?.(request);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
