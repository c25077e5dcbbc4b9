import { alignRows } from '../../kit/align-rows.js';
import { addTo, isRecord } from '../../kit/index.js';
import { OracleError } from '../../plugin/index.js';
import type { CallableOperation, CliHost } from '../host.js';
import type { CliIo } from '../io.js';

export interface CallOptions {
  readonly input?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * `oracle call [operation] [field=value ...]`: what agents and programs can do, from the command line, as the owner.
 * Without an operation it lists them.
 */
export async function call(
  name: string | undefined,
  fields: readonly string[],
  options: CallOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  const oracle = await host.openOperations();
  try {
    if (name === undefined) {
      io.stdout(
        options.json === true ? `${JSON.stringify(oracle.operations, null, 2)}\n` : listOf(oracle.operations),
      );
      return 0;
    }
    const input = gather(parseInput(options.input), fields.map(parseField));
    const answer = await oracle.call(name, input, options.yes === true);
    io.stdout(`${JSON.stringify(answer, null, 2)}\n`);
    return 0;
  } finally {
    await oracle.close();
  }
}

function listOf(operations: readonly CallableOperation[]): string {
  return alignRows([
    ['OPERATION', 'EFFECT', 'FIELDS', 'WHAT IT DOES'],
    ...operations.map(({ name, effect, fields, title }) => [name, effect, fields.join(' '), title]),
  ]);
}

/** A field that is given several times is a list; whether it may be one, its schema says. */
function gather(
  input: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [string, string])[],
): Readonly<Record<string, unknown>> {
  const given = new Map<string, string[]>();
  for (const [name, value] of fields) addTo(given, name, value);
  for (const name of given.keys()) {
    if (!Object.hasOwn(input, name)) continue;
    throw new OracleError('invalid_request', {
      detail: `'${name}' is given twice: in --input and as a field.`,
      errors: [{ field: name, message: 'is given twice' }],
    });
  }
  const read = [...given].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const);
  return { ...input, ...Object.fromEntries(read) };
}

function parseField(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
  throw new OracleError('invalid_request', {
    detail: `'${text}' is no field.`,
    hint: "Write field=value, or the whole input as JSON: --input '{...}'.",
  });
}

function parseInput(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isRecord(value)) return { ...value };
  throw new OracleError('malformed_json', { detail: '--input is no JSON object.' });
}
