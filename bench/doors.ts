/**
 * What each door's encoder costs beside the native one: bytes a token on the wire and CPU, for a run of reasoning, a call and an
 * answer of many tokens. Nothing is sent. `npm run bench:doors [-- <tokens>]`
 */
import { TaskEvents } from '../src/doors/a2a/task-events.js';
import { AgUiEvents } from '../src/doors/ag-ui/encode-events.js';
import { UiParts } from '../src/doors/ai-sdk/encode-parts.js';
import { ChatChunks } from '../src/doors/openai/chat-chunks.js';
import { RunResponse } from '../src/doors/openai/responses/response.js';
import { encodeNative } from '../src/http/sse/native.js';
import type { RunEvent } from '../src/plugin/index.js';
import { cpuMs } from '../src/testing/cpu-ms.js';

const TOKENS = Number(process.argv[2] ?? 2_000);
const ROUNDS = 40;
const RUN = '3f0d5c1e-8a51-4f0e-9a39-6a4be9a8f7d1';
const SESSION = '0b7f3f9e-2f86-4f5c-8df5-0f5e3b5f1a22';

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

type Encoder = () => (event: RunEvent, seq: number) => string;

const nothing: ReadonlySet<string> = new Set();
const encoders: Readonly<Record<string, Encoder>> = {
  native: () => (event, seq) => encodeNative(RUN, { seq, event }),
  'openai chat': () => {
    const chunks = new ChatChunks({ runId: RUN, model: 'oracle', created: 1, includeUsage: true });
    return (event) => chunks.encode(event);
  },
  'openai responses': () => {
    const head = {
      runId: RUN,
      sessionId: SESSION,
      stored: true,
      model: 'oracle',
      created: 1,
      previous: null,
    };
    const response = new RunResponse(head);
    return (event) => response.encode(event);
  },
  'ai-sdk': () => {
    const parts = new UiParts({ runId: RUN, goesOn: false, told: nothing, denied: nothing });
    return (event) => parts.encode(event);
  },
  'ag-ui': () => {
    const events = new AgUiEvents({ threadId: SESSION, runId: RUN, state: {}, loaded: [], told: nothing });
    return (event) => events.encode(event);
  },
  a2a: () => {
    const events = new TaskEvents({
      taskId: RUN,
      contextId: SESSION,
      timestamp: () => '2026-11-29T00:00:00Z',
    });
    return (event) => events.encode(event, 1);
  },
};

function encodeAll(make: Encoder): number {
  const encode = make();
  let bytes = 0;
  for (const [at, event] of run.entries()) bytes += Buffer.byteLength(encode(event, at + 1));
  return bytes;
}

async function main(): Promise<void> {
  const doors = Object.entries(encoders).map(([door, make]) => ({
    door,
    make,
    best: Number.POSITIVE_INFINITY,
  }));
  // In turns, and the best of each: what else the machine does falls on all of them alike.
  for (let round = 0; round < ROUNDS; round++)
    for (const each of doors) each.best = Math.min(each.best, await cpuMs(() => encodeAll(each.make)));
  const rows = doors.map(({ door, make, best }) => ({
    door,
    bytes: encodeAll(make) / TOKENS,
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
