import { z } from 'zod';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/**
 * Fields that come as text, of a query or a path: numbers and booleans are read from it, everything else is taken as
 * it is. `''`, ` 7`, `0x7` and `1e400` are no numbers.
 */
export function queryFields(shape: Shape): Record<string, z.core.$ZodType> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, fromText(schema)]));
}

function fromText(schema: z.core.$ZodType): z.core.$ZodType {
  switch (typeOf(schema)) {
    case 'number':
    case 'integer':
      return z.preprocess(readNumber, schema);
    case 'boolean':
      return z.preprocess(readBoolean, schema);
    case 'array':
      return z.preprocess((value) => (typeof value === 'string' ? [value] : value), schema);
    default:
      return schema;
  }
}

function typeOf(schema: z.core.$ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function readNumber(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
}

function readBoolean(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}
