import { resolve } from 'node:path';
import { lineWriter, messageOf } from 'oracle-runtime/kit';
import { OracleError, type PluginDefinition } from 'oracle-runtime/plugin';
import { fileSource } from '../registry/registry-source.js';
import type { ReadOptions } from '../registry/registry-table.js';
import type { Seen } from '../trail/publication-checks.js';
import { recordInTrails } from '../trail/record-in-trails.js';
import { type LineVerification, verifyLine } from '../trail/verify-line.js';
import { type GivenFiles, sortFiles } from './verification-files.js';
import { type Verification, verifySelectionRecord } from './verify-record.js';

type Command = NonNullable<PluginDefinition['commands']>[number];
type Write = (line: string) => void;
type Checks = Verification['checks'];

const EXIT = { pass: 0, fail: 1, unproven: 3 } as const;

/**
 * `oracle sampling verify <record or trail> [registries, trails, records]`: repeats a recorded draw, or checks a whole trail,
 * or those of a line of designs, offline. Nobody signs a record, so that it is an oracle's is for its trail to show. Exit
 * code 0 for pass, 1 for a difference, 2 when a file cannot be read, 3 when nothing is wrong but something is not shown:
 * that nobody chose the seed, that a commitment is older than its value, that no entry is missing, that a draw repeats.
 */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Check a recorded draw or the trail of a design, offline, and print pass or the first difference',
  arguments: [
    { name: 'record', description: 'the selection record, or an exported trail (JSON)' },
    {
      name: 'registry',
      description:
        'the registry it was drawn from (CSV, XLSX, GeoJSON or NDJSON); beside a trail also several, and the trails of the designs before and after it; beside a record the trail of its design',
      optional: true,
      many: true,
    },
  ],
  options: [
    { flags: '--sheet <name>', description: 'sheet of an XLSX; default the first visible one' },
    { flags: '--delimiter <text>', description: 'delimiter of a CSV; default guessed' },
    {
      flags: '--signer <did>',
      description: 'DID of the oracle that you expect to have signed every entry of a trail',
    },
    { flags: '--verifier <did>', description: 'DID of who you expect to have approved the design' },
    {
      flags: '--published <hash@time>',
      description:
        'hash of a commitment or head that you saw published, and when, such as 3f…@2024-02-19T10:00:00Z; several with commas, or the option again',
      many: true,
    },
  ],
  async run([first, ...others], options, { cwd, stdout, stderr }) {
    const line = lineWriter(stdout);
    if (first === undefined) return usage(stderr);
    try {
      const { sheet, delimiter, published } = options;
      const signer = didOf('signer', options);
      const verifier = didOf('verifier', options);
      const files = await sortFiles(cwd, first, others);
      const seen = seenOf(Array.isArray(published) ? published.join(',') : '', Date.now());
      const read = {
        ...(typeof sheet === 'string' && { sheet }),
        ...(typeof delimiter === 'string' && { delimiter }),
      };
      if (files.trails.length === 0) {
        const [registry] = files.registries;
        if (registry === undefined || files.registries.length + files.records.length > 2)
          return usage(stderr);
        return await verifyRecord(files, resolve(cwd, registry), read, seen, line);
      }
      const registries = files.registries.map((path) => ({ source: fileSource(resolve(cwd, path)), read }));
      const found = await verifyLine(files.trails, { seen, signer, verifier, registries });
      printTrails(found, line);
      const records = files.records.map((record) => recordInTrails(record, files.trails));
      printChecks(records, line);
      const verdict = records.some(({ passed }) => !passed) ? 'fail' : found.verdict;
      line(verdict);
      return EXIT[verdict];
    } catch (error) {
      lineWriter(stderr)(explain(error));
      return 2;
    }
  },
};

/** A record without the trail of its design: its draw is repeated, and whose it is stays open. */
async function verifyRecord(
  { records: [record] }: GivenFiles,
  registry: string,
  read: ReadOptions,
  seen: readonly Seen[],
  line: Write,
): Promise<number> {
  const committed = commitmentHash(record);
  for (const { hash } of seen.filter((each) => each.hash !== committed))
    line(`${hash} is not the hash of this record's commitment: for a head give the trail.`);
  const witnesses = seen
    .filter(({ hash }) => hash === committed)
    .map(({ at }) => ({ by: 'auditor', where: 'where you saw it', at }) as const);
  const found = await verifySelectionRecord(record, fileSource(registry), read, witnesses);
  const { checks, firstDifference, restsOn } = found;
  printChecks(checks, line);
  if (firstDifference !== undefined) {
    line(`     ${firstDifference.field}`);
    line(`     recorded:   ${show(firstDifference.recorded)}`);
    line(`     recomputed: ${show(firstDifference.recomputed)}`);
  }
  if (found.verdict !== 'fail') printChecks([recordInTrails(record, [])], line);
  if (restsOn !== undefined) line(`It rests on ${restsOn}.`);
  if (found.verdict === 'unproven')
    line('Did you see it published before that? Say so: --published <hash>@<time>.');
  const verdict = found.verdict === 'fail' ? 'fail' : 'unproven';
  line(verdict);
  return EXIT[verdict];
}

function usage(stderr: (text: string) => void): number {
  stderr(
    'Usage: oracle sampling verify <record> <registry> [trail of its design], or oracle sampling verify <trail> [registries, other trails, records]\n',
  );
  return 2;
}

function printTrails({ checks, trails }: LineVerification, line: Write): void {
  for (const trail of trails) {
    if (trails.length > 1) line(`the trail of ${trail.designId}: ${trail.verdict}`);
    printChecks(trail.checks, line);
    for (const { seq, mark } of trail.marks) line(`mark entry ${seq}: ${mark}`);
  }
  printChecks(checks, line);
}

function printChecks(checks: Checks, line: Write): void {
  for (const { name, passed, open, note, detail } of checks)
    line(`${note ? 'note' : passed ? 'ok  ' : open ? 'open' : 'FAIL'} ${name}: ${detail}`);
}

/** @throws OracleError `invalid_request` for what is no DID */
function didOf(flag: string, options: Readonly<Record<string, unknown>>): string | undefined {
  const did = options[flag];
  if (typeof did !== 'string') return undefined;
  if (/^did:[a-z0-9]+:\S+$/.test(did)) return did;
  throw new OracleError('invalid_request', {
    detail: `--${flag}: '${did}' is no DID.`,
    hint: 'Write it as the oracle gives it, such as did:key:z6Mk….',
  });
}

/** A day, or a time with its zone: any other text means another time on another machine. */
const WHEN = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
const DAY = 86_400_000;

/** Unix milliseconds of a time, or of the end of a day by UTC, today's at the most `now`; `NaN` for any other text. */
function seenAt(text: string, now: number): number {
  const [, day] = WHEN.exec(text) ?? [];
  const begin = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(begin) || new Date(begin).toISOString().slice(0, 10) !== day) return Number.NaN;
  if (text.includes('T')) return Date.parse(text);
  return begin > now ? begin : Math.min(begin + DAY - 1, now);
}

/**
 * What somebody saw published; of a day alone, its end, for it shows no more than that it was there by then.
 * @throws OracleError `invalid_request` for what is no hash with a time, or a time to come by `now` (Unix milliseconds)
 */
export function seenOf(text: string, now: number): Seen[] {
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, hash, time = ''] = /^\s*([0-9a-f]{64})@(\S+)\s*$/.exec(part) ?? [];
      const at = seenAt(time, now);
      if (hash === undefined || Number.isNaN(at))
        throw new OracleError('invalid_request', {
          detail: `'${part.trim()}' is no hash with a time.`,
          hint: 'Write --published <64 hexadecimal digits>@2024-02-19T10:00:00Z, with Z or an offset such as +03:00, or a day, which counts as its end.',
        });
      if (at > now)
        throw new OracleError('invalid_request', {
          detail: `${time} is still to come: nobody has seen ${hash} at that time.`,
          hint: 'Give the time at which you saw it published.',
        });
      return { hash, at: new Date(at).toISOString() };
    });
}

function commitmentHash(record: unknown): unknown {
  return (record as { seed?: { origin?: { commitment?: { sha256?: unknown } } } } | null)?.seed?.origin
    ?.commitment?.sha256;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}

function explain(error: unknown): string {
  if (OracleError.isInstance(error))
    return `${error.detail}${error.hint === undefined ? '' : ` ${error.hint}`}`;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOENT' && typeof path === 'string') return `There is no file '${path}'.`;
  return messageOf(error);
}
