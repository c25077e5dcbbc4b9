import { isRecord } from '../kit/index.js';

/** Bytes of a schema that answers are held to. */
const LARGEST = 64 * 1024;

/** What the tools of a list say of what they answer, by their own names; what is no schema is passed over. */
export function outputsOf(
  listed: readonly unknown[],
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  return new Map(
    listed.flatMap((each) => {
      if (!isRecord(each)) return [];
      const { name, outputSchema } = each;
      const isHeld =
        typeof name === 'string' && isRecord(outputSchema) && JSON.stringify(outputSchema).length <= LARGEST;
      return isHeld ? [[name, opened(outputSchema) as Record<string, unknown>] as const] : [];
    }),
  );
}

/**
 * A schema without what forbids other members: servers add some to what they promise (the SDK for TypeScript writes
 * `additionalProperties: false` into every schema, and lets them through), and nothing that was promised is bent by them.
 */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      (name === 'additionalProperties' || name === 'unevaluatedProperties') && value === false
        ? []
        : [[name, opened(value)]],
    ),
  );
}
