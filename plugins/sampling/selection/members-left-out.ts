/**
 * Paths of the members of untrusted JSON that a reading of it left out, such as `entries.0.approved`: nobody vouches for them.
 * @param read what a schema made of the JSON, which drops what it does not know
 */
export function membersLeftOut(json: unknown, read: unknown, at: readonly string[] = []): string[] {
  if (!isObject(json) || !isObject(read)) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const path = [...at, key];
    return Object.hasOwn(read, key) ? membersLeftOut(value, read[key], path) : [path.join('.')];
  });
}

/** The first of such paths, in words that stand behind `it has`. */
export function namesOfMembers(paths: readonly string[]): string {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return `${paths
    .slice(0, 5)
    .map((path) => `'${path}'`)
    .join(', ')}${more}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
