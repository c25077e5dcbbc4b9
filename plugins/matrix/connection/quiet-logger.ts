import { messageOf, oneLine } from 'oracle-runtime/kit';
import type { Logger } from 'oracle-runtime/plugin';

/** What the client library calls a logger; its own writes to the console. */
export interface SdkLogger {
  trace(...said: unknown[]): void;
  debug(...said: unknown[]): void;
  info(...said: unknown[]): void;
  warn(...said: unknown[]): void;
  error(...said: unknown[]): void;
  getChild(namespace: string): SdkLogger;
}

/** The library's warnings and errors as debug lines of ours: what matters of them is told by the connection's health. */
export function quietLogger(logger: Logger): SdkLogger {
  const none = () => undefined;
  const tell = (...said: unknown[]) => {
    logger.debug({ said: oneLine(said.map(wordOf).join(' '), 500) }, 'matrix-js-sdk');
  };
  const quiet: SdkLogger = {
    trace: none,
    debug: none,
    info: none,
    warn: tell,
    error: tell,
    getChild: () => quiet,
  };
  return quiet;
}

function wordOf(said: unknown): string {
  return typeof said === 'string' || said instanceof Error ? messageOf(said) : '';
}
