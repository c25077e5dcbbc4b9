import { hasRepeatedKey } from '../repeated-key.js';
import { flattened, isProperties, type Properties } from './json-cells.js';
import { LIST_NAMES } from './list-names.js';
import { ListScanner } from './list-scanner.js';
import { type TableObject, tableOfObjects } from './object-table.js';
import { type ReadOptions, type Table, unreadable } from './table.js';
import { decodeText } from './table-text.js';

/** Members that say that there is more than this page. */
const NEXT = ['next', '@odata.nextLink'];
const COUNTS = ['count', '@odata.count'];
const WHOLE = 'Send all of it: raise the page size, or join the pages, or export the data as CSV or XLSX.';

/**
 * Opens a JSON list of objects: the text itself, or the list of an answer such as KoboToolbox's `{"results": [...]}` or
 * OData's `{"value": [...]}`. Groups are flattened into columns `group/question`. A page that says that others follow is
 * refused: units would be missing. Positions count objects from 1.
 */
export function openJson(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Table> {
  return tableOfObjects('json', objectsOf(decodeText(bytes)), options);
}

async function* objectsOf(text: AsyncIterable<string>): AsyncGenerator<TableObject[]> {
  const scanner = new ListScanner(LIST_NAMES, true);
  let number = 0;
  for await (const chunk of text) {
    const objects = scanner
      .push(chunk)
      .map((element) => ({ properties: propertiesOf(element, ++number), line: number }));
    if (scanner.stray > 0)
      throw unreadable(
        'an element of the list is no object',
        'Give each unit as an object, such as {"id": "HH-001"}.',
        number + 1,
      );
    if (objects.length > 0) yield objects;
  }
  if (!scanner.complete) {
    throw unreadable(
      `the file is no whole JSON list: it ends, or has none of the lists ${LIST_NAMES.join(', ')}, after object ${number}`,
      'Send a list of objects, [{"id": "HH-001"}, …], or the answer of KoboToolbox or ODK Central as it came.',
    );
  }
  checkWhole(scanner.members, number);
}

function checkWhole(members: ReadonlyMap<string, string>, number: number): void {
  const next = NEXT.find((name) => !['null', '""', undefined].includes(members.get(name)));
  if (next !== undefined)
    throw unreadable(
      `the file is one page of several: its "${next}" names another, and the rest is not here`,
      WHOLE,
    );
  const count = COUNTS.find((name) => Number(members.get(name) ?? number) !== number);
  if (count !== undefined)
    throw unreadable(
      `the file holds ${number} of the ${members.get(count)} objects that its "${count}" tells`,
      WHOLE,
    );
}

function propertiesOf(element: string, number: number): Properties {
  let value: unknown;
  try {
    value = JSON.parse(element);
  } catch {
    throw unreadable('the object is not JSON', 'Export the data again.', number);
  }
  if (hasRepeatedKey(element, value))
    throw unreadable('the object has a key twice', 'Keep the member that is meant.', number);
  if (!isProperties(value))
    throw unreadable('an element of the list is no object', 'Give each unit as an object.', number);
  return flattened(value);
}
