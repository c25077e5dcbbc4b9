import { createLogger } from '../logger.js';
import type { Logger } from '../plugin/index.js';

/** One line of the log, as a log server would get it: secrets are redacted, errors are plain data under `err`. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Pino's numbers. */
const LEVELS: Readonly<Record<number, LogLine['level']>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
};

/** The process's own logger, whose lines of every level are kept in order. */
export function recordLog(): { readonly logger: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const write = (line: string) => {
    const {
      level,
      time: _time,
      msg,
      ...fields
    } = JSON.parse(line) as { level: number } & Record<string, unknown>;
    lines.push({ level: LEVELS[level] ?? 'error', message: String(msg ?? ''), fields });
  };
  return { logger: createLogger({ level: 'debug', format: 'json', write }), lines };
}
