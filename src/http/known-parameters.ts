import { z } from 'zod';
import { didYouMean } from '../kit/index.js';
import type { FieldError } from '../plugin/index.js';
import type { Query } from './parse-query.js';

/** So many names are listed where none is near the one that was sent. */
const MOST_NAMED = 20;

/**
 * The query without parameters that its schema does not know; each of them is a fault, since a filter that is passed over in
 * silence answers another question. A schema that is no object, or takes any further member, knows all.
 */
export function knownParameters(schema: z.ZodType, query: Query, faults: FieldError[]): Query {
  if (!(schema instanceof z.ZodObject)) return query;
  const { catchall } = schema.def;
  if (catchall !== undefined && !(catchall instanceof z.ZodNever)) return query;
  const known = Object.keys(schema.shape);
  const strange = Object.keys(query).filter((name) => !known.includes(name));
  if (strange.length === 0) return query;
  for (const field of strange)
    faults.push({ field, message: `is no parameter here${instead(field, known)}` });
  return Object.fromEntries(Object.entries(query).filter(([name]) => known.includes(name)));
}

function instead(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known).trim();
  if (near !== '') return `. ${near.replace(/\?$/, '')}?`;
  return known.length === 0 ? '' : `; there are: ${known.slice(0, MOST_NAMED).join(', ')}`;
}
