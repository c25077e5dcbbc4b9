import { Client, readEvents } from '../../test/support/sse.js';
import { quantile, residentBytes } from '../chat/process-stats.js';
import { type Figure, megabytes, setStage } from './stage.js';

const TALKERS = 8;
const SAMPLES = 40;

/** Short chats, one after the other: whether memory grows with them. */
export async function soak(chats: number): Promise<Figure[]> {
  const stage = await setStage();
  try {
    const oracle = await stage.project.start();
    const client = new Client(oracle.url, await stage.project.createKey('chat'));
    const samples: { readonly at: number; readonly bytes: number }[] = [];
    const times: number[] = [];
    let begun = 0;
    let ended = 0;
    const talker = async () => {
      while (begun < chats) {
        begun += 1;
        const started = performance.now();
        const sessionId = await client.createSession();
        const events = await readEvents(await client.send(sessionId, 'count=5 every=1'));
        if (events.at(-1)?.event === 'done') ended += 1;
        times.push(performance.now() - started);
        if (times.length % Math.ceil(chats / SAMPLES) === 0)
          samples.push({ at: times.length, bytes: residentBytes(oracle.pid) });
      }
    };
    await Promise.all(Array.from({ length: TALKERS }, talker));
    const late = samples.slice(samples.length / 2);
    const slope = slopeOf(late) * 1000;
    return [
      { what: `chats of ${chats} that came to their end`, value: String(ended), holds: ended === chats },
      {
        what: 'a chat, median / 99 of 100',
        value: `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} ms`,
      },
      {
        what: 'memory after the first / all',
        value: `${megabytes(samples[0]?.bytes ?? 0)} / ${megabytes(samples.at(-1)?.bytes ?? 0)}`,
      },
      {
        what: 'slope of the second half',
        value: `${(slope / 1024).toFixed(0)} KB per 1,000 chats`,
        holds: slope < 5 * 1024 * 1024,
      },
    ];
  } finally {
    await stage.close();
  }
}

/** Least squares: bytes a chat. */
function slopeOf(samples: readonly { readonly at: number; readonly bytes: number }[]): number {
  const count = samples.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const [x, y] = [mean(samples.map(({ at }) => at)), mean(samples.map(({ bytes }) => bytes))];
  const over = samples.reduce((sum, { at, bytes }) => sum + (at - x) * (bytes - y), 0);
  return over / samples.reduce((sum, { at }) => sum + (at - x) ** 2, 0);
}
