import { createInterface } from 'node:readline';

/** The terminal around the CLI, as a value, so that tests can be one. */
export interface CliIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Content on standard output, as it is. */
  readonly bytes: (content: Uint8Array) => void;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A person sits at both ends: prompts make sense. */
  readonly interactive: boolean;
  /** Standard error is a terminal: a line may be rewritten in place. */
  readonly richErrors: boolean;
  /** One line from the person; undefined when they leave (Ctrl-C, Ctrl-D). */
  ask(prompt: string): Promise<string | undefined>;
  /** Lines of a standard input that is no terminal. */
  lines(): AsyncIterable<string>;
  /** Calls the listener on Ctrl-C instead of ending; returns how to stop that. */
  onInterrupt(listener: () => void): () => void;
  /** Leaves at once. */
  exit(code: number): void;
}

export function processIo(): CliIo {
  const history: string[] = [];
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    bytes: (content) => void process.stdout.write(content),
    cwd: process.cwd(),
    env: process.env,
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    richErrors: process.stderr.isTTY === true,
    ask: (prompt) =>
      new Promise((resolve) => {
        const reader = createInterface({
          input: process.stdin,
          output: process.stdout,
          history: [...history],
        });
        reader.once('close', () => resolve(undefined));
        reader.question(prompt, (answer) => {
          if (answer.trim() !== '') history.unshift(answer);
          resolve(answer);
          reader.close();
        });
      }),
    lines: () => createInterface({ input: process.stdin }),
    onInterrupt(listener) {
      process.on('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
    exit: (code) => process.exit(code),
  };
}
