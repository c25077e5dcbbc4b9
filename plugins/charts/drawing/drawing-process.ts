import type { ChildProcess } from 'node:child_process';
import { abortable, forkModule, messageOf } from 'oracle-runtime/kit';
import { type Logger, OracleError } from 'oracle-runtime/plugin';
import type { CheckedSpec } from './check-spec.js';
import type { DrawReply, DrawRequest } from './draw-messages.js';

export interface Drawing {
  readonly svg: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly png?: Uint8Array;
}

export interface DrawingProcess {
  /** @throws OracleError `invalid_request` for what cannot be drawn in the time there is, `unavailable` when many wait */
  draw(spec: CheckedSpec, png: boolean, signal: AbortSignal): Promise<Drawing>;
  dispose(): Promise<void>;
}

const MOST_WAITING = 20;
/** Loading the libraries, on a machine that is busy. */
const START_MS = 30_000;
const IDLE_MS = 60_000;
const MEMORY_MB = 384;

/** What a drawing gives: not the process's fault, but the specification's. */
type Settled = { readonly drawing: Drawing } | { readonly fault: string } | { readonly late: true };

/**
 * One process that draws one chart after the other. It starts with the first, is stopped when one takes too long or too
 * much memory, and goes when nobody has asked for a while, so that an oracle that draws nothing pays nothing.
 */
export function createDrawingProcess(
  timeoutMs: number,
  logger: Logger,
  start: () => ChildProcess = startChartProcess,
): DrawingProcess {
  let child: Promise<ChildProcess> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let number = 0;
  let idle: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const running = child;
    child = undefined;
    (await running?.catch(() => undefined))?.kill('SIGKILL');
  }

  function started(): Promise<ChildProcess> {
    if (child !== undefined) return child;
    const begun = start();
    const mine = ready(begun).catch((error: unknown) => {
      logger.error({ err: error }, 'the drawing process did not start');
      throw new OracleError('unavailable', { detail: `Charts cannot be drawn: ${messageOf(error)}.` });
    });
    begun.once('exit', () => {
      if (child === mine) child = undefined;
    });
    child = mine;
    return mine;
  }

  async function drawNow(spec: CheckedSpec, png: boolean): Promise<Drawing> {
    clearTimeout(idle);
    const running = await started();
    const settled = await answerOf(running, { id: ++number, spec, png }, timeoutMs);
    if ('drawing' in settled) {
      idle = setTimeout(() => void stop(), IDLE_MS);
      idle.unref();
      return settled.drawing;
    }
    if ('late' in settled) await stop();
    throw cannotDraw('late' in settled ? `it takes longer than ${timeoutMs / 1000} s` : settled.fault);
  }

  return {
    async draw(spec, png, signal) {
      if (waiting >= MOST_WAITING)
        throw new OracleError('unavailable', {
          detail: `${waiting} charts wait to be drawn.`,
          hint: 'Try again in a moment.',
        });
      waiting++;
      const mine = turn.then(() => {
        signal.throwIfAborted();
        return drawNow(spec, png);
      });
      turn = mine.catch(() => undefined).finally(() => waiting--);
      return abortable(mine, signal);
    },
    dispose: stop,
  };
}

function startChartProcess(): ChildProcess {
  return forkModule(import.meta.url, 'chart-process', MEMORY_MB);
}

function cannotDraw(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `This chart cannot be drawn: ${why}.`,
    hint: 'Check the fields that it names, or draw less.',
    errors: [{ field: 'spec', message: 'cannot be drawn' }],
  });
}

/** A process whose libraries are loaded. */
async function ready(child: ChildProcess): Promise<ChildProcess> {
  if (await heard(child, () => true, START_MS)) return child;
  child.kill('SIGKILL');
  throw new Error('the drawing process did not start');
}

/** One answer. A process that ends meanwhile had not enough memory, or crashed: it counts as late. */
async function answerOf(child: ChildProcess, request: DrawRequest, timeoutMs: number): Promise<Settled> {
  const answer = heard(child, (reply) => reply.id === request.id, timeoutMs);
  child.send(request);
  const reply = await answer;
  if (reply !== undefined && 'fault' in reply) return { fault: reply.fault };
  return reply !== undefined && 'svg' in reply ? { drawing: reply } : { late: true };
}

/** The first message that is wanted; undefined when the process ends before it, or the time. */
function heard(
  child: ChildProcess,
  wanted: (reply: DrawReply) => boolean,
  ms: number,
): Promise<DrawReply | undefined> {
  return new Promise((resolve) => {
    const settle = (reply?: DrawReply) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve(reply);
    };
    const onMessage = (reply: DrawReply) => {
      if (wanted(reply)) settle(reply);
    };
    const onEnd = () => settle();
    const timer = setTimeout(onEnd, ms);
    child.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
}
