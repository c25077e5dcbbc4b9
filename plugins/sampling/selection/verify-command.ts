import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from 'oracle-runtime/kit';
import { OracleError, type PluginDefinition } from 'oracle-runtime/plugin';
import { fileSource } from '../registry/registry-source.js';
import { unwrapRecord } from './unwrap-record.js';
import { verifySelectionRecord } from './verify-record.js';

type Command = NonNullable<PluginDefinition['commands']>[number];

/**
 * `oracle sampling verify <record> <registry>`: repeats a recorded draw offline. Exit code 0 for pass, 1 for a difference,
 * 2 when a file cannot be read.
 */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Repeat a recorded draw from its registry, offline, and print pass or the first difference',
  arguments: [
    { name: 'record', description: 'the selection record (JSON)' },
    { name: 'registry', description: 'the registry it was drawn from (CSV, XLSX, GeoJSON or NDJSON)' },
  ],
  options: [
    { flags: '--sheet <name>', description: 'sheet of an XLSX; default the first visible one' },
    { flags: '--delimiter <text>', description: 'delimiter of a CSV; default guessed' },
  ],
  async run([recordPath, registryPath], options, io) {
    if (recordPath === undefined || registryPath === undefined) {
      io.stderr('Usage: oracle sampling verify <record> <registry>\n');
      return 2;
    }
    try {
      const record = unwrapRecord(JSON.parse(await readFile(resolve(io.cwd, recordPath), 'utf8')));
      const { sheet, delimiter } = options;
      const { verdict, checks, firstDifference } = await verifySelectionRecord(
        record,
        fileSource(resolve(io.cwd, registryPath)),
        {
          ...(typeof sheet === 'string' && { sheet }),
          ...(typeof delimiter === 'string' && { delimiter }),
        },
      );
      for (const check of checks)
        io.stdout(`${check.passed ? 'ok  ' : 'FAIL'} ${check.name}: ${check.detail}\n`);
      if (firstDifference !== undefined) {
        io.stdout(
          `     ${firstDifference.field}\n     recorded:   ${show(firstDifference.recorded)}\n     recomputed: ${show(firstDifference.recomputed)}\n`,
        );
      }
      io.stdout(`${verdict}\n`);
      return verdict === 'pass' ? 0 : 1;
    } catch (error) {
      io.stderr(`${explain(error, recordPath)}\n`);
      return 2;
    }
  },
};

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}

function explain(error: unknown, recordPath: string): string {
  if (OracleError.isInstance(error))
    return `${error.detail}${error.hint === undefined ? '' : ` ${error.hint}`}`;
  if (error instanceof SyntaxError) return `${recordPath} is not JSON: ${error.message}`;
  return messageOf(error);
}
