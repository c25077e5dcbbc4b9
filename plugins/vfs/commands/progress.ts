import type { CommandIo } from 'oracle-runtime/plugin';

const WIDTH = 24;
const EVERY_MS = 100;

/** How far a transfer is, drawn over and over on one line. */
export interface ProgressBar {
  /** @param bytes of the whole that are there */
  at(bytes: number): void;
  /** Leaves the line to others. */
  end(): void;
}

/** Draws on a terminal; elsewhere it is silent. @param total bytes */
export function progressBar(
  { stderr }: Pick<CommandIo, 'stderr'>,
  total: number,
  isTerminal = process.stderr.isTTY === true,
  now: () => number = Date.now,
): ProgressBar {
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    at(bytes) {
      if (!isTerminal || (now() - drawn < EVERY_MS && bytes < total)) return;
      drawn = now();
      stderr(`\r${barOf(bytes, total)}`);
    },
    end() {
      if (drawn > 0) stderr('\n');
    },
  };
}

/** `[######------]  50 %  1.5 of 3.0 MB` */
export function barOf(bytes: number, total: number): string {
  const part = total === 0 ? 1 : Math.min(1, bytes / total);
  const full = Math.floor(part * WIDTH);
  const megabytes = (count: number) => (count / 1e6).toFixed(1);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${String(Math.floor(part * 100)).padStart(3)} %  ${megabytes(bytes)} of ${megabytes(total)} MB`;
}
