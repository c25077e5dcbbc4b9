import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const remembered = new WeakMap<z.ZodType, StandardSchemaWithJSON>();

/**
 * A tool's input as the protocol's library lists and checks it. Servers live for one request; making JSON Schema of all
 * tools of a capability anew for each would take the processor for tens of milliseconds.
 */
export function listedInput<Output>(input: z.ZodType<Output>): StandardSchemaWithJSON<unknown, Output> {
  type Listed = StandardSchemaWithJSON<unknown, Output>;
  const known = remembered.get(input);
  if (known !== undefined) return known as Listed;
  const standard = (input as unknown as Listed)['~standard'];
  const texts = new Map<string, JsonSchema>();
  const once = (io: 'input' | 'output') => (options: Parameters<typeof standard.jsonSchema.input>[0]) => {
    const key = `${io} ${options.target}`;
    const made = texts.get(key) ?? standard.jsonSchema[io](options);
    texts.set(key, made);
    return made;
  };
  const listed: Listed = {
    '~standard': { ...standard, jsonSchema: { input: once('input'), output: once('output') } },
  };
  remembered.set(input, listed);
  return listed;
}
