import { hasRepeatedKey } from '../repeated-key.js';
import { isProperties } from './json-cells.js';
import { type TableObject, tableOfObjects } from './object-table.js';
import { type ReadOptions, type Table, unreadable } from './table.js';
import { decodeText } from './table-text.js';

const MAX_LINE_LENGTH = 2 ** 24;

/** Opens newline-delimited JSON: one object per line, its members are the columns. Blank lines are skipped. */
export function openNdjson(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Table> {
  return tableOfObjects('ndjson', objectsOf(decodeText(bytes)), options);
}

async function* objectsOf(text: AsyncIterable<string>): AsyncGenerator<TableObject[]> {
  let left = '';
  let line = 0;
  const parse = (lines: readonly string[]): TableObject[] => {
    const objects: TableObject[] = [];
    for (const each of lines) {
      line++;
      if (each.trim() !== '') objects.push({ properties: parseLine(each, line), line });
    }
    return objects;
  };
  for await (const chunk of text) {
    const lines = (left + chunk).split('\n');
    left = lines.pop() ?? '';
    if (left.length > MAX_LINE_LENGTH)
      throw unreadable(
        `the line is longer than ${MAX_LINE_LENGTH} characters`,
        'Put one object on each line.',
        line + 1,
      );
    const objects = parse(lines);
    if (objects.length > 0) yield objects;
  }
  const objects = parse([left]);
  if (objects.length > 0) yield objects;
}

function parseLine(text: string, line: number): TableObject['properties'] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('the line is not JSON', 'Put one whole JSON object on each line.', line);
  }
  if (hasRepeatedKey(text, value))
    throw unreadable('the line has a key twice', 'Keep the member that is meant.', line);
  if (!isProperties(value))
    throw unreadable('the line is not a JSON object', 'Put one whole JSON object on each line.', line);
  return value;
}
