import { z } from 'zod';
import { checkDigits } from './digits-for-numbers.js';
import { checkJson, MOST_COMPARED } from './json-check.js';

const ANY = z.unknown().optional();

/**
 * The schema of the arguments of a tool that runs elsewhere, at a client or a server: the model sees its owner's own
 * words, whatever they are; of what it answers, what we can check in little time is checked, and the owner checks the rest.
 * Costs nothing until there is something to check.
 * @param digits whether the text of a number that JavaScript cannot hold is one: see `checkDigits`
 */
export function argumentsSchema(
  parameters: Readonly<Record<string, unknown>>,
  { digits = false }: { readonly digits?: boolean } = {},
): z.ZodObject {
  const { $schema: _, ...shown } = parameters;
  const held = surface(shown).superRefine((args, context) => {
    const faults = digits ? checkDigits(parameters, args).faults : checkJson(parameters, args);
    for (const fault of faults) context.addIssue({ ...fault } as never);
  });
  // An open object says so in its schema; the owner did not.
  return held.meta({ additionalProperties: undefined, ...shown }) as z.ZodObject;
}

/** An open object drops a field called `__proto__` before it can be refused; a closed one refuses it. */
function surface({ properties, additionalProperties, patternProperties }: Readonly<Record<string, unknown>>) {
  if (additionalProperties !== false || patternProperties !== undefined) return z.looseObject({});
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  if (names.length > MOST_COMPARED) return z.looseObject({});
  return z.strictObject(Object.fromEntries(names.map((name) => [name, ANY])));
}
