/**
 * What a check of a value against a schema may take at most, in words of the schema times values: some 50 ms. A schema is
 * a stranger's, and the value may be told by its words.
 */
export const MOST_STEPS = 20_000;

/**
 * How many words a JSON Schema has once its references are followed; more than `MOST_STEPS` for one whose references come back
 * to themselves, since what it takes then depends on the value in ways that are not counted here. Looks at no more than
 * `MOST_STEPS` of them.
 */
export function schemaSize(root: Readonly<Record<string, unknown>>): number {
  const following = new Set<unknown>();
  let size = 0;
  const count = (value: unknown): void => {
    size += 1;
    if (size > MOST_STEPS || typeof value !== 'object' || value === null) return;
    if (following.has(value)) {
      size = MOST_STEPS + 1;
      return;
    }
    following.add(value);
    for (const [key, member] of Object.entries(value)) {
      if (key === '$defs' || key === 'definitions') continue;
      count(key === '$ref' && typeof member === 'string' ? referred(root, member) : member);
      if (size > MOST_STEPS) return;
    }
    following.delete(value);
  };
  count(root);
  return size;
}

/** How many values a value consists of; stops counting behind `most`. */
export function valuesIn(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const member of Object.values(value)) {
    size += valuesIn(member, most - size);
    if (size > most) return size;
  }
  return size;
}

/** What a reference within the schema (`#/$defs/household`) stands for; undefined for any other. */
function referred(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let found = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}
