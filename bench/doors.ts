/**
 * What each door's encoder costs beside the native one: bytes a token on the wire and CPU, for a run of reasoning, a call and an
 * answer of many tokens. Nothing is sent. `npm run bench:doors [-- <tokens>]`
 */
import { ENCODERS, encodeAll, RUN, SESSION } from '../src/doors/testing/encoders.js';
import type { RunEvent } from '../src/plugin/index.js';
import { cpuMs } from '../src/testing/cpu-ms.js';

const TOKENS = Number(process.argv[2] ?? 2_000);
const ROUNDS = 40;

const call = {
  type: 'tool_call',
  id: 'call_1',
  name: 'water_beds',
  plugin: 'garden',
  args: { beds: 3 },
} as const;
const usage = { inputTokens: 800, outputTokens: TOKENS };
const run: readonly RunEvent[] = [
  { type: 'run', runId: RUN, sessionId: SESSION },
  { type: 'reasoning', messageId: `${RUN}:1`, content: 'The beds are dry.' },
  { ...call, status: 'running' },
  { ...call, status: 'done', output: { litres: 30 }, ms: 4 },
  ...Array.from(
    { length: TOKENS },
    (_, at): RunEvent => ({
      type: 'message',
      messageId: `${RUN}:2`,
      content: at % 9 === 8 ? 'water.\n' : 'drip ',
    }),
  ),
  { type: 'usage', ...usage },
  { type: 'done', finishReason: 'stop', usage },
];

async function main(): Promise<void> {
  const doors = Object.entries(ENCODERS).map(([door, make]) => ({
    door,
    make,
    best: Number.POSITIVE_INFINITY,
  }));
  // In turns, and the best of each: what else the machine does falls on all of them alike.
  for (let round = 0; round < ROUNDS; round++)
    for (const each of doors) each.best = Math.min(each.best, await cpuMs(() => encodeAll(each.make, run)));
  const rows = doors.map(({ door, make, best }) => ({
    door,
    bytes: Buffer.byteLength(encodeAll(make, run)) / TOKENS,
    cpu: (best * 1000) / TOKENS,
  }));
  const native = rows[0];
  console.table(
    rows.map(({ door, bytes, cpu }) => ({
      door,
      'bytes a token': bytes.toFixed(1),
      'beside native': (bytes / (native?.bytes ?? 1)).toFixed(2),
      'CPU, µs a token': cpu.toFixed(2),
      'CPU beside native': (cpu / (native?.cpu ?? 1)).toFixed(2),
    })),
  );
}

await main();
