import { z } from 'zod';
import { knownFieldsOnly } from './known-fields.js';
import { MOST_STEPS, schemaSize, valuesIn } from './schema-size.js';

/** Members of JSON Schema whose expressions a stranger could make run for ever on what the model writes. */
const EXPRESSIONS = new Set(['pattern', 'patternProperties']);
const DEPTH = 32;
/** Of faults, how many are told: each has its words. */
const MOST_FAULTS = 100;

/**
 * The schema of the arguments of a tool that runs elsewhere, at a client or a server: the model sees its owner's own
 * words, whatever they are; of what it answers, what we can check in little time is checked, and the owner checks the rest.
 */
export function argumentsSchema(parameters: Readonly<Record<string, unknown>>): z.ZodObject {
  const { $schema: _, ...shown } = parameters;
  const words = schemaSize(shown);
  const checked = words > MOST_STEPS ? undefined : checkable(shown);
  const open = z.looseObject({});
  const held =
    checked === undefined
      ? open
      : open.superRefine((args, context) => {
          if (words * valuesIn(args, MOST_STEPS / words) > MOST_STEPS) return;
          const faults = checked.safeParse(args).error?.issues ?? [];
          for (const issue of faults.slice(0, MOST_FAULTS)) context.addIssue({ ...issue } as never);
        });
  // An open object says so in its schema; the owner did not.
  return held.meta({ additionalProperties: undefined, ...shown }) as z.ZodObject;
}

/** Undefined for schemas that say what cannot be checked here, such as conditions. */
function checkable(schema: Readonly<Record<string, unknown>>): z.ZodType | undefined {
  const plain = withoutExpressions(schema, 0);
  if (plain === undefined) return undefined;
  try {
    return knownFieldsOnly(z.fromJSONSchema(plain as Parameters<typeof z.fromJSONSchema>[0]));
  } catch {
    return undefined;
  }
}

/** Undefined when it is nested too deep to be looked through. */
function withoutExpressions(value: unknown, depth: number, names = false): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutExpressions(item, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    // A field may be called `pattern`; under `properties` stand names, not words of the schema.
    if (!names && EXPRESSIONS.has(key)) continue;
    const inner = withoutExpressions(member, depth + 1, !names && key === 'properties');
    if (inner === undefined) return undefined;
    kept[key] = inner;
  }
  return kept;
}
