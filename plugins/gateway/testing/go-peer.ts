import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../../.cache/go-peers', import.meta.url));

/** A server written in Go, in a process of its own. */
export interface GoPeer {
  readonly pid: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a program that prints the address that it listens on. */
export async function startGoPeer(program: string, args: readonly string[]): Promise<GoPeer> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [address] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the peer ended with ${code}`);
    }),
  ]);
  return { pid: child.pid ?? -1, url: `http://${address}`, close: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Runs the `go` command in the module that is being built. */
export type Go = (...args: string[]) => Promise<unknown>;

/**
 * The path of a program whose module lies in `bench/peers/<name>`, built once for its sources, the version of Go and
 * what else it is made of.
 * @param besides further bytes that it is made of
 * @param prepare what is to be done in the copy of the module before it is built
 */
export async function buildGoPeer(
  name: string,
  besides: readonly Uint8Array[] = [],
  prepare: (scratch: string, go: Go) => Promise<void> = async () => {},
): Promise<string> {
  const sources = fileURLToPath(new URL(`../../../bench/peers/${name}`, import.meta.url));
  const version = execFileSync('go', ['version'], { encoding: 'utf8' });
  const binary = join(CACHE, name, fingerprint(version, sources, besides), 'peer');
  if (existsSync(binary)) return binary;
  const scratch = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    // The folder has the name of the module, because generators write to the import paths of what they make.
    const module = join(scratch, 'peer');
    cpSync(sources, module, { recursive: true });
    const go: Go = (...args) =>
      runFile('go', args, {
        cwd: module,
        env: { ...process.env, CGO_ENABLED: '0', GOBIN: scratch, GOFLAGS: '-mod=readonly -buildvcs=false' },
      });
    await prepare(scratch, go);
    await go('build', '-ldflags=-s -w', '-o', join(scratch, 'program'), '.');
    mkdirSync(dirname(binary), { recursive: true });
    cpSync(join(scratch, 'program'), `${binary}.${process.pid}`);
    renameSync(`${binary}.${process.pid}`, binary);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return binary;
}

/** Changes with all that the program is made of. */
function fingerprint(version: string, sources: string, besides: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(version);
  for (const bytes of besides) hash.update(bytes);
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(?:go|mod|sum)$/.test(name)) hash.update(name).update(readFileSync(join(sources, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
