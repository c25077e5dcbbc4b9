import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/oracle.mjs', import.meta.url));
const PATIENCE_MS = 20_000;

export interface TmuxOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A real terminal with a person's hands and eyes: `oracle` runs in a shell within tmux, on a server of its own. */
export class TmuxTerminal {
  readonly #socket = `oracle-test-${randomUUID()}`;

  constructor({ cwd, env = {}, columns = 80, rows = 24 }: TmuxOptions) {
    const clean = { PATH: process.env['PATH'] ?? '', HOME: cwd, LANG: 'C.UTF-8', PS1: '$ ', ...env };
    const given = Object.entries(clean).map(([name, value]) => `${name}=${value}`);
    this.#tmux(
      ['-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd].concat([
        'env',
        '-i',
        'TERM=tmux-256color',
        ...given,
        'bash',
        '--norc',
        '--noprofile',
      ]),
    );
    this.#tmux(['set-option', '-g', 'history-limit', '5000']);
  }

  /** Starts the command at the shell's prompt. */
  oracle(...args: string[]): void {
    const words = [process.execPath, BIN, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    this.type(`clear; ${words.join(' ')}`);
    this.press('Enter');
  }

  /** Types letters as they are. */
  type(text: string): void {
    this.#tmux(['send-keys', '-l', text]);
  }

  /** Presses keys by tmux's names: `Enter`, `C-c`, `M-Enter`, `Up`. */
  press(...keys: string[]): void {
    this.#tmux(['send-keys', ...keys]);
  }

  /** Pastes as a terminal does: between marks, when the program asked for them. */
  paste(text: string): void {
    this.#tmux(['load-buffer', '-'], text);
    this.#tmux(['paste-buffer', '-p', '-d']);
  }

  /** Sends a signal to what runs in the shell. */
  signal(signal: NodeJS.Signals): void {
    for (const pid of this.#running()) process.kill(pid, signal);
  }

  resize(columns: number, rows: number): void {
    this.#tmux(['resize-window', '-x', String(columns), '-y', String(rows)]);
  }

  /** What stands on the screen; with `colours`, the escapes that colour it too. */
  screen({ colours = false, past = false } = {}): string {
    return this.#tmux([
      'capture-pane',
      '-p',
      ...(colours ? ['-e'] : []),
      ...(past ? ['-S', '-'] : []),
    ]).replace(/\n+$/, '\n');
  }

  /** Column and row of the cursor, from 0. */
  cursor(): readonly [column: number, row: number] {
    const [column = '', row = ''] = this.#tmux(['display-message', '-p', '#{cursor_x} #{cursor_y}'])
      .trim()
      .split(' ');
    return [Number(column), Number(row)];
  }

  /** Waits until what stood on the screen so far matches. */
  async waitFor(pattern: RegExp): Promise<string> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const screen = this.screen({ past: true });
      if (pattern.test(screen)) return screen;
      if (Date.now() > until) throw new Error(`No ${pattern} on the screen:\n${screen}`);
      await sleep(50);
    }
  }

  /** Hangs up, and waits until what ran in the shell has ended. */
  async close(): Promise<void> {
    const running = this.#running();
    this.#tmux(['kill-server']);
    while (running.some(isAlive)) await sleep(20);
  }

  #running(): readonly number[] {
    const shell = this.#tmux(['display-message', '-p', '#{pane_pid}']).trim();
    // It fails, with nothing to say, when the shell runs nothing.
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', shell], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number);
  }

  #tmux(args: readonly string[], input?: string): string {
    return execFileSync('tmux', ['-L', this.#socket, ...args], {
      encoding: 'utf8',
      ...(input === undefined ? {} : { input }),
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
