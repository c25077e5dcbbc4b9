import type { ChildProcess } from 'node:child_process';
import { abortable } from '../abortable.js';
import { FairTurns } from './fair-turns.js';
import type { WorkReply, WorkRequest } from './serve-work.js';

/** Why a piece of work gave no result. `fault`: what it threw, or that it ended its process, as by using all memory. */
export class WorkError extends Error {
  override readonly name = 'WorkError';
  readonly why: 'late' | 'fault' | 'busy' | 'unstarted';

  constructor(why: WorkError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

export interface WorkProcessOptions {
  /** Starts a module that calls `serveWork`. */
  readonly start: () => ChildProcess;
  /** Of one piece of work. */
  readonly timeoutMs: number;
  /** Pieces that one owner may have waiting beside the one that is worked on. */
  readonly mostWaiting: number;
}

/** Loading the modules, on a machine that is busy. */
const START_MS = 30_000;
const IDLE_MS = 60_000;

interface Job {
  begin(): Promise<unknown>;
}

/**
 * One process for work that strangers' input may make endless: it does one piece after the other, owners in turn. It
 * starts with the first, is ended when one takes too long or too much memory, and goes when nobody has asked for a while, so
 * that an oracle which has no such work pays nothing.
 */
export class WorkProcess<Work, Result> {
  readonly #options: WorkProcessOptions;
  readonly #turns = new FairTurns<Job>();
  #child: Promise<ChildProcess> | undefined;
  #isWorking = false;
  #number = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: WorkProcessOptions) {
    this.#options = options;
  }

  /** @throws WorkError; the reason of the signal */
  run(work: Work, owner: string, signal: AbortSignal = new AbortController().signal): Promise<Result> {
    const waiting = this.#turns.waitingOf(owner);
    if (waiting >= this.#options.mostWaiting)
      return Promise.reject(new WorkError('busy', `${waiting} are waiting already`));
    const mine = new Promise<Result>((resolve, reject) => {
      this.#turns.add(owner, {
        begin: async () => {
          if (signal.aborted) return reject(signal.reason);
          await this.#work(work).then(resolve, reject);
        },
      });
    });
    void this.#go();
    return abortable(mine, signal);
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#child;
    this.#child = undefined;
    (await running?.catch(() => undefined))?.kill('SIGKILL');
  }

  async #go(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    clearTimeout(this.#idle);
    for (let job = this.#turns.next(); job !== undefined; job = this.#turns.next()) await job.begin();
    this.#isWorking = false;
    this.#idle = setTimeout(() => void this.dispose(), IDLE_MS);
    this.#idle.unref();
  }

  async #work(work: Work): Promise<Result> {
    const { timeoutMs } = this.#options;
    const running = await this.#started();
    const id = ++this.#number;
    const answer = firstMessage(running, (reply) => reply.id === id, timeoutMs);
    running.send({ id, work } satisfies WorkRequest, () => undefined);
    const reply = await answer;
    if (reply === 'ended') throw new WorkError('fault', 'it takes too much memory');
    if (reply === 'late') {
      await this.dispose();
      throw new WorkError('late', `it takes longer than ${timeoutMs / 1000} s`);
    }
    if ('fault' in reply) throw new WorkError('fault', reply.fault);
    return ('result' in reply ? reply.result : undefined) as Result;
  }

  #started(): Promise<ChildProcess> {
    if (this.#child !== undefined) return this.#child;
    const begun = this.#options.start();
    const mine = ready(begun);
    const forget = () => {
      if (this.#child === mine) this.#child = undefined;
    };
    begun.once('exit', forget);
    // One that did not start is started anew for the next.
    mine.catch(forget);
    this.#child = mine;
    return mine;
  }
}

/** A process whose modules are loaded. */
async function ready(child: ChildProcess): Promise<ChildProcess> {
  const heard = await firstMessage(child, ({ id }) => id === 'ready', START_MS);
  if (typeof heard === 'object') return child;
  child.kill('SIGKILL');
  throw new WorkError('unstarted', 'the process did not start');
}

/** The first message that is wanted, or that the time was over, or the process. */
function firstMessage(
  child: ChildProcess,
  wanted: (reply: WorkReply) => boolean,
  ms: number,
): Promise<WorkReply | 'late' | 'ended'> {
  return new Promise((resolve) => {
    const settle = (outcome: WorkReply | 'late' | 'ended') => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve(outcome);
    };
    const onMessage = (reply: WorkReply) => {
      if (wanted(reply)) settle(reply);
    };
    const onEnd = () => settle('ended');
    const timer = setTimeout(() => settle('late'), ms);
    child.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
}
