import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/oracle.mjs', import.meta.url));
/** The test process's own variables must not leak into an oracle under test. */
const CLEAN_ENV = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

export interface ProjectOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: unknown;
  /** A folder that is there; default a new one. */
  readonly dir?: string;
  /** Further files, path -> content. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** A throw-away project folder in which the built `oracle` command runs as a user would run it. */
export class OracleProject {
  readonly dir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running = new Set<OracleProcess>();

  constructor({ env = {}, config, dir, files = {} }: ProjectOptions = {}) {
    this.dir = dir ?? mkdtempSync(join(tmpdir(), 'oracle-test-'));
    this.#env = { ...CLEAN_ENV, PORT: '0', ...env };
    if (config !== undefined) this.write('oracle.config.json', JSON.stringify(config));
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.dir, path), content);
  }

  /** Runs one command to its end. */
  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    const started = performance.now();
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [BIN, ...args],
        { cwd: this.dir, env: { ...this.#env, ...env }, timeout: 60_000 },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
          resolve({ code, stdout, stderr, ms: performance.now() - started });
        },
      );
    });
  }

  /** Begins a command and kills it after some milliseconds, if it has not come to its end. */
  kill(args: readonly string[], ms: number): Promise<void> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [BIN, ...args], {
        cwd: this.dir,
        env: this.#env,
        stdio: 'ignore',
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), ms);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Boots the oracle and waits until it listens. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<OracleProcess> {
    const child = spawn(process.execPath, [BIN, 'start', '--create-identity'], {
      cwd: this.dir,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const oracle = new OracleProcess(child);
    this.#running.add(oracle);
    await oracle.listening();
    return oracle;
  }

  async createKey(...scopes: string[]): Promise<string> {
    const args = ['keys', 'create', '--name', `test-${scopes.join('-')}-${Date.now()}`];
    const { code, stdout, stderr } = await this.run([
      ...args,
      ...scopes.flatMap((scope) => ['--scope', scope]),
    ]);
    if (code !== 0) throw new Error(`oracle keys create failed: ${stderr}`);
    return stdout.trim();
  }

  async remove(): Promise<void> {
    for (const oracle of this.#running) await oracle.stop('SIGKILL');
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export class OracleProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  output = '';
  url = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
    this.#exited = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  async listening(): Promise<void> {
    const port = (await this.waitFor(/listening on :(\d+)/))[1];
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Sends a signal and waits for nothing. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Nobody reads its output any more. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  /** Waits until the output matches. */
  async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found !== null) return found;
      if (this.#child.exitCode !== null)
        throw new Error(`The oracle ended (${this.#child.exitCode}):\n${this.output}`);
      await new Promise((resolve) => {
        this.#child.stdout?.once('data', resolve);
        this.#child.stderr?.once('data', resolve);
        this.#child.once('exit', resolve);
      });
    }
  }

  /** Sends the signal and resolves with the exit code (`null` when the signal itself ended it). */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
    return this.#exited;
  }
}
