import pino from 'pino';
import type { Logger } from './plugin/index.js';

/** Keys whose values never reach a log. `inputTokens` and the like are counts and stay. */
const SECRET_KEY =
  /(authorization|cookie|api[-_]?key|secret|token|mnemonic|password|passphrase|private[-_]?key)$/i;
const MAX_DEPTH = 6;

/** The keys of log fields are few, and each comes with every line of its kind. */
const MOST_KEYS = 2_000;
const judged = new Map<string, boolean>();

function isSecret(key: string): boolean {
  const known = judged.get(key);
  if (known !== undefined) return known;
  const secret = SECRET_KEY.test(key);
  if (judged.size < MOST_KEYS) judged.set(key, secret);
  return secret;
}

function needsCopy(fields: object): boolean {
  return Object.entries(fields).some(
    ([key, value]) => isSecret(key) || (typeof value === 'object' && value !== null),
  );
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (value instanceof Error) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  // Most lines hold a few plain values and nothing to hide: no copy for them.
  if (!needsCopy(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecret(key) ? '[redacted]' : redact(item, depth + 1)]),
  );
}

function textLine(json: string): string {
  const { level: _level, time: _time, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const pairs = Object.entries(fields).map(
    ([key, value]) =>
      `${key}=${typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value)}`,
  );
  return `${[msg, ...pairs].join(' ')}${reason(err)}\n`;
}

/** The stack of an error; what some throw that is none, as it stands. */
function reason(err: unknown): string {
  if (err === undefined || err === null) return '';
  if (typeof err === 'object' && 'stack' in err) return `\n${String(err.stack)}`;
  return `\n${typeof err === 'string' ? err : JSON.stringify(err)}`;
}

export interface LoggerOptions {
  readonly level: string;
  /** `text`: the message, then `key=value` pairs; `json`: one pino object a line. */
  readonly format: 'text' | 'json';
  readonly write: (line: string) => void;
}

/** The process's log: structured, one line an event, secrets redacted by key. */
export function createLogger({ level, format, write }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { log: (fields) => redact(fields, 0) as Record<string, unknown> },
      serializers: { err: pino.stdSerializers.err },
    },
    { write: format === 'json' ? write : (line) => write(textLine(line)) },
  );
}
