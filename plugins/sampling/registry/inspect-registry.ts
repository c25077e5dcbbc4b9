import { OracleError } from 'oracle-runtime/plugin';
import { columnRemarks } from './column-remarks.js';
import { type FormProgram, formProgram } from './form-export.js';
import type { FrameColumns } from './frame-columns.js';
import type { FrameSketch } from './frame-sketch.js';
import { type ColumnGuesses, guessColumns } from './guess-columns.js';
import { ID_RULE } from './id-rule.js';
import { listedNames } from './listed-names.js';
import { isTotal } from './no-unit.js';
import { openRegistry } from './open-registry.js';
import type { Frame } from './read-frame.js';
import { readSound } from './read-sound.js';
import type { RegistrySource } from './registry-source.js';
import type { ReadOptions, RegistryFormat } from './registry-table.js';

const SHOWN_ROWS = 5;

const ADOPTERS_ONLY =
  'Every unit is an adopter: a draw will ask for the units that were distributed and are not in use, or for your word that there are none.';

/** What a registry holds and how it was understood, for a person to confirm before a draw. */
export interface RegistryInspection extends Frame {
  readonly name: string;
  readonly format: RegistryFormat;
  readonly columns: readonly string[];
  readonly header: boolean;
  /** Line of the header, where lines can be counted. */
  readonly headerLine?: number;
  /** What exported it, when that is seen. */
  readonly program?: FormProgram;
  readonly delimiter?: string;
  readonly sheet?: string;
  readonly guesses: ColumnGuesses;
  /** The columns that the counts and the hash are of: those given, else those guessed. */
  readonly used: FrameColumns;
  readonly sampleRows: readonly (readonly string[])[];
  readonly idRule: string;
}

/**
 * Reads a registry whole: columns, guesses for their roles, sample rows, counts, strata, frame hash, faults and warnings.
 * Columns that are given are used; a role that is not given is guessed, `null` leaves it out.
 *
 * @throws OracleError `invalid_request` when the file cannot be read or no column can be the id.
 */
export async function inspectRegistry(
  source: RegistrySource,
  options: ReadOptions & {
    readonly columns?: { readonly [K in keyof FrameColumns]?: string | null };
    readonly signal?: AbortSignal;
    /** Takes every id. */
    readonly sketch?: FrameSketch;
  } = {},
): Promise<RegistryInspection> {
  const given = options.columns ?? {};
  const properties = Object.values(given).filter((name): name is string => typeof name === 'string');
  const table = await openRegistry(source, { ...options, properties });
  const units = table.sample.filter((row) => !row.some((cell) => isTotal(cell.trim())));
  const guesses = guessColumns(table.columns, units);
  const pick = (role: keyof FrameColumns) =>
    given[role] === undefined ? guesses[role]?.column : (given[role] ?? undefined);
  const id = pick('id');
  const program = formProgram(table.columns);
  if (id === undefined) {
    await table.close();
    throw new OracleError('invalid_request', {
      detail:
        program === undefined
          ? 'No column of the registry has values that are all different, so none can be the id.'
          : `No question of this export of ${program} is called the id of a household, and the number of a submission is none.`,
      hint: `Name the id column. The columns are: ${listedNames(table.columns)}.`,
      errors: [{ field: 'columns.id', message: 'could not be guessed' }],
    });
  }
  const stratum = pick('stratum');
  const adopter = pick('adopter');
  const size = pick('size');
  const { used, frame } = await readSound(table, () => openRegistry(source, { ...options, properties }), {
    columns: {
      id,
      ...(stratum && { stratum }),
      ...(adopter && { adopter }),
      ...(size && { size }),
    },
    stratumIsGuessed: given.stratum === undefined,
    ...(options.sketch && { sketch: options.sketch }),
    ...(options.signal && { signal: options.signal }),
  });
  // What reading the frame said of a column of strata is not said twice.
  const guessed = given.stratum === undefined && (stratum === undefined || used.stratum !== undefined);
  const warnings = [...frame.warnings, ...columnRemarks(table.columns, units, used, guessed)];
  const adoptersOnly = frame.adoption !== undefined && frame.adoption.adopters === frame.size;
  return {
    ...frame,
    warnings: adoptersOnly ? [...warnings, ADOPTERS_ONLY] : warnings,
    name: source.name,
    format: table.format,
    columns: table.columns,
    header: table.header,
    ...(table.headerLine !== undefined && { headerLine: table.headerLine }),
    ...(program && { program }),
    ...(table.delimiter !== undefined && { delimiter: table.delimiter }),
    ...(table.sheet !== undefined && { sheet: table.sheet }),
    guesses,
    used,
    sampleRows: table.sample.slice(0, SHOWN_ROWS).map((row) => row.map((cell) => cell.trim())),
    idRule: ID_RULE,
  };
}
