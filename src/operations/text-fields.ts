import { z } from 'zod';

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads fields that came as text, of a path, a query or a command line, as their schema wants them: numbers and
 * booleans from their text, one value as a list of one. Whatever cannot be read is left as it is, for the schema to
 * refuse: `''`, ` 7`, `0x7` and `1e400` are no numbers.
 */
export function textReader(shape: Shape): (given: unknown, names: ReadonlySet<string>) => unknown {
  const types = new Map<string, unknown>();
  const typeOf = (name: string) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema !== undefined && !types.has(name))
      types.set(name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type);
    return types.get(name);
  };
  return (given, names) => {
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given as Fields).map(([name, value]) => [
        name,
        names.has(name) ? fromText(value, typeOf(name)) : value,
      ]),
    );
  };
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function fromText(value: unknown, type: unknown): unknown {
  if (type === 'array') return typeof value === 'string' ? [value] : value;
  if (typeof value !== 'string') return value;
  if (type === 'number' || type === 'integer') return NUMBER.test(value) ? Number(value) : value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}
