import type { DatabaseChannel } from './dialect.js';

/** What this process tells, it tells at most so often. */
const GAP_MS = 50;
/** PostgreSQL takes 8,000 bytes at once. */
const PAYLOAD_BYTES = 7_800;

/** Hears of a run of another process; `seq` is that of its newest event, or 0 when something else is to be looked at. */
export type OnWake = (runId: string, seq: number) => void;

/**
 * How the processes that serve one database wake each other. What there is stands in the tables; a wake-up that is lost
 * costs whoever waits until its next look.
 */
export interface WakeUps {
  /** Tells the others of a run, together with what else there is to tell within 50 ms. */
  tell(runId: string, seq: number): void;
  /**
   * Hears from now on.
   * @param warn gets words when wake-ups cannot come through
   */
  listen(onWake: OnWake, warn: (words: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** For a process that is alone. */
export const NO_WAKE_UPS: WakeUps = {
  tell: () => undefined,
  listen: async () => undefined,
  close: async () => undefined,
};

/** @param own names this process, which need not hear itself */
export function createWakeUps(channel: DatabaseChannel, own: string): WakeUps {
  let told = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let last = Number.NEGATIVE_INFINITY;

  async function flush(): Promise<void> {
    timer = undefined;
    last = performance.now();
    const words = [...told].map(([runId, seq]) => `${runId}:${seq}`);
    told = new Map();
    for (const payload of payloads(own, words)) await channel.send(payload).catch(() => undefined);
  }

  return {
    tell(runId, seq) {
      // The smaller one where something else is to be looked at.
      const before = told.get(runId);
      told.set(runId, before === 0 ? 0 : seq);
      timer ??= setTimeout(
        () => {
          sending = sending.then(flush);
        },
        Math.max(0, last + GAP_MS - performance.now()),
      );
    },
    listen(onWake, warn) {
      return channel.listen((payload) => {
        const [from, ...words] = payload.split(' ');
        if (from === own) return;
        for (const word of words) {
          const at = word.lastIndexOf(':');
          onWake(word.slice(0, at), Number(word.slice(at + 1)));
        }
      }, warn);
    },
    async close() {
      if (timer !== undefined) {
        clearTimeout(timer);
        sending = sending.then(flush);
      }
      await sending;
      await channel.close();
    },
  };
}

/** Words behind the name of who says them, as few payloads as hold them. */
function payloads(own: string, words: readonly string[]): string[] {
  const all: string[] = [];
  for (const word of words) {
    const open = all.at(-1);
    if (open !== undefined && open.length + word.length < PAYLOAD_BYTES)
      all[all.length - 1] = `${open} ${word}`;
    else all.push(`${own} ${word}`);
  }
  return all;
}
