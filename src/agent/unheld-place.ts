import type { z } from 'zod';
import { isUnheldInteger } from '../kit/index.js';

interface Place {
  readonly path: string;
  readonly digits: string;
}

/**
 * Where a tool takes a number, and what was given for it is the text of a whole one that JavaScript cannot hold.
 * @param parsed what the schema of the tool says of these arguments
 */
export function unheldPlace(args: unknown, parsed: z.ZodSafeParseResult<unknown>): Place | undefined {
  return placesIn(args, []).find(({ path, keys }) =>
    parsed.success
      ? typeof at(parsed.data, keys) === 'number'
      : parsed.error.issues.some(
          (issue) =>
            (issue.code === 'invalid_type' || issue.code === 'invalid_union') &&
            issue.path.join('.') === path,
        ),
  );
}

function placesIn(
  value: unknown,
  keys: readonly string[],
): readonly (Place & { readonly keys: readonly string[] })[] {
  if (isUnheldInteger(value)) return [{ path: keys.join('.'), digits: value, keys }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => placesIn(each, [...keys, key]));
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (whole, key) =>
      typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>)[key] : undefined,
    value,
  );
}
