import { z } from 'zod';
import { textPosition } from '../json/text-position.js';
import { didYouMean } from '../kit/nearest-name.js';
import type { FieldError } from '../plugin/index.js';
import { jsonPlaces } from './json-places.js';

const schema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().trim().min(1).max(100).default('oracle'),
  description: z.string().max(2000).default(''),
  price: z
    .strictObject({
      amount: z.number().nonnegative(),
      currency: z.string().min(1).max(20),
      per: z.enum(['message', 'month']),
    })
    .optional(),
  model: z.string().min(1).optional(),
  prompt: z.string().max(100_000).optional(),
  entityDid: z
    .string()
    .regex(/^did:[a-z0-9]+:\S+$/, 'expected a DID such as did:ixo:entity:…')
    .optional(),
  network: z.enum(['devnet', 'testnet', 'mainnet']).optional(),
  features: z
    .record(
      z.string(),
      z.union([z.boolean(), z.literal('auto')], { error: "expected true, false or 'auto'" }),
    )
    .default({}),
  plugins: z.record(z.string(), z.unknown()).default({}),
  mcpServers: z.record(z.string(), z.unknown()).default({}),
});

export type ConfigFile = z.output<typeof schema>;

const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(schema.shape).filter((key) => key !== '$schema'),
  price: ['amount', 'currency', 'per'],
};

/**
 * Parses the text of `oracle.config.json`. Every fault carries `<file>:<line>` (and the column, for broken
 * syntax) before the field's path.
 */
export function parseConfigFile(
  text: string,
  file: string,
): { readonly value?: ConfigFile; readonly faults: readonly FieldError[] } {
  const source = text.replace(/^\uFEFF/, '');
  const places = jsonPlaces(source);
  if (places.fault !== undefined) {
    const { line, column, message } = places.fault;
    return { faults: [{ field: `${file}:${line}:${column}`, message: `not valid JSON: ${message}` }] };
  }
  const placeOf = (path: string): string => {
    for (let at = path; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') {
      const offset = places.offsets.get(at);
      if (offset !== undefined) return `${file}:${textPosition(source, offset).line} ${path}`;
    }
    return path === '' ? `${file}:1` : `${file}:1 ${path}`;
  };

  const faults: FieldError[] = places.duplicates.map(({ path, offset }) => ({
    field: `${file}:${textPosition(source, offset).line} ${path}`,
    message: 'this key occurs twice; keep one of them',
  }));
  const parsed = schema.safeParse(JSON.parse(source));
  if (parsed.success) return faults.length === 0 ? { value: parsed.data, faults } : { faults };
  for (const issue of parsed.error.issues) {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const known = KNOWN_KEYS[path] ?? [];
        faults.push({
          field: placeOf(path === '' ? key : `${path}.${key}`),
          message: `unknown key.${didYouMean(key, known) || ` Known keys: ${known.join(', ')}.`}`,
        });
      }
    } else {
      faults.push({ field: placeOf(path), message: issue.message });
    }
  }
  return { faults };
}
