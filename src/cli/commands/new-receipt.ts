import { join } from 'node:path';
import type { StepOutcome } from '../../plugin/index.js';

/** What was made, for a program. */
export interface Receipt {
  readonly folder: string;
  readonly files: readonly string[];
  readonly did: string;
  readonly network: string;
  /** What package.json asks for. */
  readonly runtime: string;
  readonly installed: boolean;
  readonly written: boolean;
  /** What plugins did, or would do, by the names of their steps. */
  readonly steps: Readonly<Record<string, StepOutcome['facts']>>;
  readonly notes: readonly string[];
  /** Commands to run next. */
  readonly next: readonly string[];
}

export function wordsOf({ folder, files, did, written, steps, notes, next }: Receipt): string {
  return [
    written ? `Made ${folder}` : `Would make ${folder} (nothing was written)`,
    ...files.map((path) => `  ${path}`),
    `Its DID is ${did}; the mnemonic behind it stands in ${join(folder, '.env')}: keep a copy, nobody can restore it.`,
    ...Object.entries(steps).flatMap(([name, facts]) => [
      `${name}:`,
      ...Object.entries(facts).map(([fact, value]) => `  ${fact}: ${value}`),
    ]),
    ...notes,
    '',
    ...(written ? ['Next:', ...next.map((line) => `  ${line}`)] : []),
    '',
  ].join('\n');
}
