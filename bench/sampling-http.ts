/**
 * How long does a size calculation take over HTTP? The built product beside a bare express server that parses the same
 * JSON and answers as many bytes: `npm run build && npx tsx bench/sampling-http.ts [--quick]`. One request at a time over
 * one kept connection, in turn, so that a noisy moment meets all alike. Linux (/proc).
 */
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuMs, quantile } from './chat/process-stats.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin/oracle.mjs');
/** p99 of a size calculation, milliseconds. */
const GOAL_MS = 5;

const DESIGN = {
  projectId: 'did:ixo:project/1',
  population: 5000,
  confidence: 0.95,
  precision: 0.05,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0.15,
};
const BASE_SIZE = { mean: 0.8, sd: 0.2, confidence: 0.95, precision: 0.05 };

const EXPRESS = `
const { default: express } = await import('express');
const app = express();
app.use(express.json());
app.post('/:bytes', (request, response) => response.json({ population: request.body.population, text: 'x'.repeat(Number(request.params.bytes)) }));
app.listen(Number(process.env.PORT), '127.0.0.1');
`;

interface Question {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly path: string;
  readonly body: string;
  readonly key: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds to the last byte, and the bytes. */
function ask({ port, path, body, key }: Question): Promise<{ ms: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status < 300) resolve({ ms: performance.now() - start, bytes });
        else reject(new Error(`${path} answered ${status}`));
      });
    })
      .on('error', reject)
      .end(body);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    );
    if (up) return;
    await sleep(50);
  }
  throw new Error(`nothing listens on port ${port}`);
}

async function main(quick: boolean): Promise<void> {
  if (!existsSync(join(ROOT, 'dist/cli.js'))) throw new Error('Build it first: npm run build');
  const dir = mkdtempSync(join(tmpdir(), 'bench-sampling-http-'));
  const [port, peerPort] = [await freePort(), await freePort()];
  const env = { ...process.env, HOST: '127.0.0.1', DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'info' };
  const options: SpawnOptions = { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] };
  const oracle = spawn(process.execPath, [BIN, 'start', '--create-identity'], {
    ...options,
    env: { ...env, PORT: String(port), RATE_LIMIT_PER_MINUTE: '1000000' },
  });
  const peer = spawn(process.execPath, ['--input-type=module', '-e', EXPRESS], {
    ...options,
    cwd: ROOT,
    env: { ...env, PORT: String(peerPort) },
  });
  try {
    await Promise.all([listening(port), listening(peerPort)]);
    const printed = execFileSync(
      process.execPath,
      [BIN, 'keys', 'create', '--name', 'bench', '--scope', 'sampling'],
      { cwd: dir, env, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const key = /\borc_\S+/.exec(String(printed))?.[0] ?? '';
    const ours = { pid: oracle.pid ?? 0, port, key };
    const theirs = { pid: peer.pid ?? 0, port: peerPort, key: '' };
    const design = { name: 'design, stored', ...ours, path: '/v1/sampling', body: JSON.stringify(DESIGN) };
    const size = {
      name: 'base size',
      ...ours,
      path: '/v1/sampling/base-size',
      body: JSON.stringify(BASE_SIZE),
    };
    const bare = async (like: Question): Promise<Question> => {
      const { bytes } = await ask(like);
      return { ...theirs, name: `express, ${bytes} bytes`, path: `/${bytes}`, body: like.body };
    };
    const questions = [size, await bare(size), design, await bare(design)];
    const seen = new Map(questions.map(({ name }) => [name, { times: [] as number[], cpu: 0 }]));
    const [rounds, batch] = quick ? [4, 50] : [40, 200];
    for (let round = 0; round <= rounds; round++) {
      for (const question of questions) {
        const entry = seen.get(question.name);
        const before = cpuMs(question.pid);
        for (let n = 0; n < batch; n++) {
          const { ms } = await ask(question);
          // The first rounds warm caches and compilers.
          if (round > rounds / 4) entry?.times.push(ms);
        }
        if (entry && round > rounds / 4) entry.cpu += cpuMs(question.pid) - before;
      }
    }
    console.log('| | p50 ms | p99 ms | CPU ms | |\n| --- | ---: | ---: | ---: | --- |');
    for (const [name, { times, cpu }] of seen) {
      const p99 = quantile(times, 0.99);
      const verdict = name.startsWith('express')
        ? ''
        : p99 < GOAL_MS
          ? `ok (< ${GOAL_MS})`
          : `MISSED (< ${GOAL_MS})`;
      const cells = [quantile(times, 0.5), p99, cpu / times.length].map((value) => value.toFixed(2));
      console.log(`| ${[name, ...cells, verdict].join(' | ')} |`);
    }
  } finally {
    for (const child of [oracle, peer]) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.kill()) await ended;
    }
    rmSync(dir, { recursive: true, force: true });
  }
}

await main(process.argv.includes('--quick'));
agent.destroy();
