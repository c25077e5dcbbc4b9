import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

type Arguments = Readonly<Record<string, unknown>>;
type Listed = StandardSchemaWithJSON<unknown, Arguments>;
type JsonSchema = Record<string, unknown>;

const remembered = new WeakMap<z.ZodType, Listed>();

/**
 * A tool's input as the protocol's library lists it; arguments pass as they came, so that they are checked once, where the
 * tool is called, and a fault is told in the words that every other door has for it. Servers live for one request; making JSON Schema of all
 * tools of a capability anew for each would take the processor for tens of milliseconds.
 */
export function listedInput(input: z.ZodObject): Listed {
  const known = remembered.get(input);
  if (known !== undefined) return known;
  const standard = (input as unknown as Listed)['~standard'];
  const texts = new Map<string, JsonSchema>();
  const once = (io: 'input' | 'output') => (options: Parameters<typeof standard.jsonSchema.input>[0]) => {
    const key = `${io} ${options.target}`;
    const made = texts.get(key) ?? standard.jsonSchema[io](options);
    texts.set(key, made);
    return made;
  };
  const listed: Listed = {
    '~standard': {
      ...standard,
      validate: (value) => ({ value: value as Arguments }),
      jsonSchema: { input: once('input'), output: once('output') },
    },
  };
  remembered.set(input, listed);
  return listed;
}
