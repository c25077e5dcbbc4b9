type CursorShape = readonly ('number' | 'string')[];
type CursorValues<S extends CursorShape> = {
  -readonly [I in keyof S]: S[I] extends 'number' ? number : string;
};

/** An opaque cursor: base64url of a JSON array, the sort key of the last row of the page. */
export function encodeCursor(values: readonly (number | string)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** What {@link encodeCursor} wrote for a list of this shape; undefined for any other text. */
export function decodeCursor<const S extends CursorShape>(
  cursor: string,
  shape: S,
): CursorValues<S> | undefined {
  const values = parse(cursor);
  const fits =
    values.length === shape.length &&
    shape.every((kind, index) => {
      const value = values[index];
      return kind === 'number' ? Number.isSafeInteger(value) : typeof value === 'string';
    });
  if (!fits || encodeCursor(values as (number | string)[]) !== cursor) return undefined;
  return values as CursorValues<S>;
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/**
 * Cuts the extra row that told whether there is more: fetch `limit + 1`, hand back `limit` and the cursor of the
 * last one.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  key: (row: Row) => readonly (number | string)[],
): { items: Item[]; cursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map(item);
  return rows.length > limit && last !== undefined ? { items, cursor: encodeCursor(key(last)) } : { items };
}
