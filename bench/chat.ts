/**
 * What a chat costs: this oracle beside raw LangChain, the OpenAI Agents SDK, Mastra and VoltAgent, each in a process
 * of its own, all with five tools, all against the same fake model on loopback. Prints one Markdown table, with what
 * was measured by then of a contestant whose server dies.
 *
 *   npm run bench                      about six minutes
 *   npm run bench -- --quick           a minute: shows that it works, says little
 *   npm run bench -- --only ours       or part of another's name, or several: ours,agents
 *
 * Needs Linux (/proc), a build (`npm run build`) and, once, the registry for the peers.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type ChatCall, chats } from './chat/client.js';
import { databaseGrowth, type Effort, measure, type Result } from './chat/measure.js';
import { quantile } from './chat/process-stats.js';
import { renderTable } from './chat/render-table.js';
import { CONTESTANTS, installPeers, peerVersions } from './chat/servers.js';

const FULL: Effort = {
  boots: 5,
  warmUp: 200,
  chats: { 1: 300, 16: 1000, 64: 1000 },
  threeCalls: 300,
  streams: 150,
  streamTokens: 120,
  turns: 200,
};
const QUICK: Effort = {
  boots: 1,
  warmUp: 20,
  chats: { 1: 20, 16: 60, 64: 64 },
  threeCalls: 20,
  streams: 20,
  streamTokens: 20,
  turns: 20,
};

const toolLists = new Map<number, number>();

/** The fake model in a process of its own, so that its work is nobody's. */
async function startModel(): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('./chat/fake-model.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const [hello] = await once(child, 'message');
  const { url } = z.object({ url: z.string() }).parse(hello);
  const told = z.object({ results: z.number(), toolBytes: z.number() });
  child.on('message', (message) => {
    const parsed = told.safeParse(message);
    if (parsed.success) toolLists.set(parsed.data.results, parsed.data.toolBytes);
  });
  return { url, stop: () => child.disconnect() };
}

/** Time to the first token of the model itself, without anyone between. */
async function modelFirstTokenMs(url: string, count: number): Promise<number> {
  const body = { model: 'fake', stream: true, messages: [{ role: 'user', content: '[20]' }] };
  const calls: ChatCall[] = Array.from({ length: count }, () => ({ url: `${url}/chat/completions`, body }));
  const timings = await chats(calls, 1, 'zq19');
  return quantile(
    timings.map(({ firstTokenMs }) => firstTokenMs),
    0.5,
  );
}

const USAGE = `npm run bench -- [--quick] [--only NAMES]

  --quick        a minute instead of about six: shows that it works, its figures are noise
  --only NAMES   ours, or part of another's name, or several: ours,agents
`;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return;
  }
  const effort = args.includes('--quick') ? QUICK : FULL;
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const contestants = CONTESTANTS.filter(
    ({ name, isPeer }) =>
      only === undefined ||
      only
        .toLowerCase()
        .split(',')
        .some((each) => (each === 'ours' ? !isPeer : name.toLowerCase().includes(each))),
  );
  if (contestants.length === 0) {
    const names = CONTESTANTS.map(({ name }) => name).join(', ');
    throw new Error(`There is no contestant '${only}'. There are: ours, ${names}.`);
  }
  if (contestants.some(({ isPeer }) => isPeer)) installPeers();
  const model = await startModel();
  try {
    const modelMs = await modelFirstTokenMs(model.url, effort.chats[1]);
    const results: { name: string; result: Result; toolBytes: readonly [number, number] }[] = [];
    const faults: { name: string; fault: string }[] = [];
    for (const contestant of contestants) {
      const { name } = contestant;
      process.stderr.write(`measuring ${name} ...\n`);
      toolLists.clear();
      const { result, fault } = await measure(contestant, model.url, effort);
      const toolBytes = [toolLists.get(0) ?? Number.NaN, toolLists.get(2) ?? Number.NaN] as const;
      results.push({ name, result, toolBytes });
      if (fault !== undefined) faults.push({ name, fault });
    }
    const growth = new Map<string, { textBytes: number; diskBytes: number }>();
    for (const contestant of contestants.filter(({ durable }) => durable)) {
      const { name } = contestant;
      process.stderr.write(`${effort.turns} turns with ${name} ...\n`);
      try {
        growth.set(name, await databaseGrowth(contestant, model.url, effort.turns));
      } catch (error) {
        faults.push({ name, fault: error instanceof Error ? error.message : String(error) });
      }
    }
    process.stdout.write(
      renderTable({
        results,
        growth,
        faults,
        turns: effort.turns,
        modelMs,
        versions: peerVersions(),
        machine: `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`,
        quick: effort === QUICK,
      }),
    );
  } finally {
    model.stop();
  }
}

await main(process.argv.slice(2));
