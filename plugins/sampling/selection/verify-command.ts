import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hasRepeatedKey, messageOf } from 'oracle-runtime/kit';
import { OracleError, type PluginDefinition } from 'oracle-runtime/plugin';
import { fileSource } from '../registry/registry-source.js';
import { isTrail } from '../trail/trail-export.js';
import { type LineVerification, verifyLine } from '../trail/verify-line.js';
import type { Seen } from '../trail/verify-trail.js';
import { unwrapRecord } from './unwrap-record.js';
import { type Verification, verifySelectionRecord } from './verify-record.js';

type Command = NonNullable<PluginDefinition['commands']>[number];

const EXIT = { pass: 0, fail: 1, unproven: 3 } as const;

/**
 * `oracle sampling verify <record or trail> [registry]`: repeats a recorded draw, or checks a whole trail, or those of a
 * line of designs, offline. Exit code
 * 0 for pass, 1 for a difference, 2 when a file cannot be read, 3 when nothing is wrong but something is not shown: that
 * nobody chose the seed, that a commitment is older than its value, that no entry is missing, that a draw repeats.
 */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Check a recorded draw or the trail of a design, offline, and print pass or the first difference',
  arguments: [
    { name: 'record', description: 'the selection record, or an exported trail (JSON)' },
    {
      name: 'registry',
      description:
        'the registry it was drawn from (CSV, XLSX, GeoJSON or NDJSON); beside a trail also several, and the trails of the designs before and after it',
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
    {
      flags: '--published <hash@time>',
      description:
        'hash of a commitment or head that you saw published, and when, such as 3f…@2024-02-19T10:00:00Z; several with commas',
    },
  ],
  async run([recordPath, ...otherPaths], options, io) {
    if (recordPath === undefined) return usage(io.stderr);
    try {
      const json = await readJson(io.cwd, recordPath);
      const { sheet, delimiter, published, signer } = options;
      if (typeof signer === 'string' && !/^did:[a-z0-9]+:\S+$/.test(signer))
        throw new OracleError('invalid_request', {
          detail: `--signer: '${signer}' is no DID.`,
          hint: 'Write it as the oracle gives it, such as did:key:z6Mk….',
        });
      const seen = seenOf(typeof published === 'string' ? published : '', Date.now());
      const read = {
        ...(typeof sheet === 'string' && { sheet }),
        ...(typeof delimiter === 'string' && { delimiter }),
      };
      const sourceOf = (path: string) => fileSource(resolve(io.cwd, path));
      if (isTrail(json)) {
        const { trails, registries } = await sortFiles(io.cwd, otherPaths);
        const found = await verifyLine([json, ...trails], {
          seen,
          signer: typeof signer === 'string' ? signer : undefined,
          registries: registries.map((path) => ({ source: sourceOf(path), read })),
        });
        printLine(found, io.stdout);
        return EXIT[found.verdict];
      }
      const [registryPath, surplus] = otherPaths;
      if (registryPath === undefined || surplus !== undefined) return usage(io.stderr);
      const source = sourceOf(registryPath);
      const record = unwrapRecord(json);
      const committed = commitmentHash(record);
      for (const { hash } of seen.filter((each) => each.hash !== committed))
        io.stdout(`${hash} is not the hash of this record's commitment: for a head give the trail.\n`);
      const witnesses = seen
        .filter(({ hash }) => hash === committed)
        .map(({ at }) => ({ by: 'auditor', where: 'where you saw it', at }) as const);
      const found = await verifySelectionRecord(record, source, read, witnesses);
      const { checks, firstDifference, restsOn, trust } = found;
      // That a draw repeats from a seed which a person typed shows nothing of how the seed was chosen.
      const verdict = found.verdict === 'pass' && trust === 'reproducible' ? 'unproven' : found.verdict;
      print(checks, io.stdout);
      if (firstDifference !== undefined) {
        io.stdout(
          `     ${firstDifference.field}\n     recorded:   ${show(firstDifference.recorded)}\n     recomputed: ${show(firstDifference.recomputed)}\n`,
        );
      }
      if (restsOn !== undefined) io.stdout(`It rests on ${restsOn}.\n`);
      if (found.verdict === 'unproven')
        io.stdout('Did you see it published before that? Say so: --published <hash>@<time>.\n');
      io.stdout(`${verdict}\n`);
      return EXIT[verdict];
    } catch (error) {
      io.stderr(`${explain(error)}\n`);
      return 2;
    }
  },
};

function usage(stderr: (text: string) => void): number {
  stderr(
    'Usage: oracle sampling verify <record> <registry>, or oracle sampling verify <trail> [registries and other trails]\n',
  );
  return 2;
}

/** @throws OracleError `invalid_request` for a key twice in one object */
async function readJson(cwd: string, path: string): Promise<unknown> {
  const text = await readFile(resolve(cwd, path), 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new OracleError('invalid_request', { detail: `${path} is not JSON: ${messageOf(error)}` });
  }
  if (hasRepeatedKey(text, json))
    throw new OracleError('invalid_request', {
      detail: `${path} has a key twice in one object: it can be read in more than one way, so it proves nothing.`,
      hint: 'Ask for the file as the oracle gives it.',
    });
  return json;
}

/** Which of some files are trails; what else is JSON may be a registry. */
async function sortFiles(cwd: string, paths: readonly string[]) {
  const trails: unknown[] = [];
  const registries: string[] = [];
  for (const path of paths) {
    const json = /\.json$/i.test(path) ? await readJson(cwd, path) : undefined;
    if (isTrail(json)) trails.push(json);
    else registries.push(path);
  }
  return { trails, registries };
}

function printLine({ verdict, checks, trails }: LineVerification, stdout: (text: string) => void): void {
  for (const trail of trails) {
    if (trails.length > 1) stdout(`the trail of ${trail.designId}: ${trail.verdict}\n`);
    print(trail.checks, stdout);
    for (const { seq, mark } of trail.marks) stdout(`mark entry ${seq}: ${mark}\n`);
  }
  print(checks, stdout);
  stdout(`${verdict}\n`);
}

function print(checks: Verification['checks'], stdout: (text: string) => void): void {
  for (const { name, passed, open, detail } of checks)
    stdout(`${passed ? 'ok  ' : open ? 'open' : 'FAIL'} ${name}: ${detail}\n`);
}

/** @throws OracleError `invalid_request` for what is no hash with a time, or a time to come by `now` (Unix milliseconds) */
function seenOf(text: string, now: number): Seen[] {
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, hash, time = ''] = /^\s*([0-9a-f]{64})@(\S+)\s*$/.exec(part) ?? [];
      if (hash === undefined || Number.isNaN(Date.parse(time)))
        throw new OracleError('invalid_request', {
          detail: `'${part.trim()}' is no hash with a time.`,
          hint: 'Write --published <64 hexadecimal digits>@2024-02-19T10:00:00Z.',
        });
      if (Date.parse(time) > now)
        throw new OracleError('invalid_request', {
          detail: `${time} is still to come: nobody has seen ${hash} at that time.`,
          hint: 'Give the time at which you saw it published.',
        });
      return { hash, at: new Date(time).toISOString() };
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
