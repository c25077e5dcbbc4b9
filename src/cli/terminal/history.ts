import { appendFileSync, chmodSync, readFileSync } from 'node:fs';
import { errorCode } from '../../kit/error-words.js';
import { writePrivateFile } from '../../kit/private-file.js';

const MOST_LINES = 1000;
const LONGEST = 16 * 1024;
/** What no file of readable text should hold: keys, tokens, private keys, and words of recovery. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:bearer|basic)\s+[\w+/=.-]{16,}/i,
  /\b(?:password|passwort|passphrase|secret|token|api[-_ ]?key|mnemonic)\b\s*(?:is|[:=])\s*\S{6,}/i,
  /\b(?:sk|pk|rk|ok|gh[pousr]|xox[abps]|AKIA|AIza|glpat|hf|eyJ)[-_]?[A-Za-z0-9_-]{16,}/,
  /orc_[0-9a-f]{12}/i,
  /\b[a-z][\w+.-]*:\/\/[^/\s:@]+:[^/\s@]+@/i,
  /^\s*(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}\s*$/,
];

/** What a person sent before, oldest first. */
export interface History {
  readonly entries: readonly string[];
  add(text: string): void;
}

/** Whether a text may be kept; what begins with a space is not, as in a shell. */
function mayKeep(text: string): boolean {
  return (
    text.trim() !== '' &&
    !text.startsWith(' ') &&
    text.length <= LONGEST &&
    !SECRETS.some((secret) => secret.test(text))
  );
}

/** A history of this process alone. */
export function memoryHistory(entries: string[] = []): History {
  return {
    entries,
    add(text) {
      if (mayKeep(text) && entries.at(-1) !== text) entries.push(text);
    },
  };
}

/**
 * A history in a file of its owner alone, one JSON string a line, so that several terminals can add to it at once.
 * Without its folder, or where nothing can be written, it lives in memory: a chat does not fail for it.
 */
export async function fileHistory(path: string): Promise<History> {
  const { lines, entries } = read(path);
  if (lines > MOST_LINES) {
    entries.splice(0, entries.length - MOST_LINES / 2);
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    await writePrivateFile(path, text, 'replace').catch(() => undefined);
  }
  const history = memoryHistory(entries);
  return {
    entries,
    add(text) {
      const before = entries.length;
      history.add(text);
      if (entries.length > before) append(path, text);
    },
  };
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, `${JSON.stringify(text)}\n`, { mode: 0o600 });
  } catch {
    // No data directory here, or none that can be written: what was typed stays in memory.
  }
}

function read(path: string): { readonly lines: number; readonly entries: string[] } {
  try {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    // A copy of the folder, or an older umask, may have opened it.
    chmodSync(path, 0o600);
    return { lines: lines.length, entries: lines.flatMap(entryOf) };
  } catch (error) {
    if (errorCode(error) !== undefined) return { lines: 0, entries: [] };
    throw error;
  }
}

/** A line that a crash tore is left out. */
function entryOf(line: string): readonly string[] {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'string' && mayKeep(entry) ? [entry] : [];
  } catch {
    return [];
  }
}
