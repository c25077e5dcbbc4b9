import { isRecord } from '../is-record.js';
import { unreadable } from './table.js';

/** Properties of one unit as JSON gave them. */
export type Properties = Readonly<Record<string, unknown>>;

/** Objects at the start of a file whose properties become the columns. */
export const COLUMN_SAMPLE = 200;

/** Names of all properties of the first objects, then those asked for, in order of appearance. */
export function columnsOf(sample: readonly Properties[], wanted: readonly string[] = []): string[] {
  const names = new Set<string>();
  for (const properties of sample) for (const name of Object.keys(properties)) names.add(name);
  for (const name of wanted) names.add(name);
  return [...names];
}

/**
 * One object as cells; the places of its numbers are added to `numbers`. A number in an id is its shortest decimal form; one that a double cannot hold exactly is refused,
 * because its digits in the file are already lost.
 */
export function cellsOf(
  properties: Properties,
  columns: readonly string[],
  numbers: number[],
  line: number,
): string[] {
  return columns.map((column, at) => {
    const value = properties[column];
    if (value === undefined || value === null) return '';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') {
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw unreadable(
          `the number in "${column}" has more digits than JSON numbers keep`,
          'Write it as a string, in quotes.',
          line,
        );
      }
      numbers.push(at);
      return String(value);
    }
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** Members of members as members of their own, called `group/question`; lists stay as they are. */
export function flattened(properties: Properties): Properties {
  const flat: Record<string, unknown> = {};
  const visit = (inner: Properties, path: string): void => {
    for (const [name, value] of Object.entries(inner)) {
      if (isProperties(value)) visit(value, `${path}${name}/`);
      else flat[path + name] = value;
    }
  };
  visit(properties, '');
  return flat;
}

export function isProperties(value: unknown): value is Properties {
  return isRecord(value);
}
