import { COLUMN_SAMPLE, cellsOf, columnsOf, type Properties } from './json-cells.js';
import { LeftOut } from './left-out.js';
import { repeatGroups, unfolded } from './repeat-group.js';
import {
  type ReadOptions,
  type RowBatch,
  SAMPLE_ROWS,
  type Table,
  type TableFormat,
  unreadable,
} from './table.js';

/** One row of a GeoJSON or NDJSON, and where it stands. */
export interface TableObject {
  readonly properties: Properties;
  readonly line: number;
}

/** Makes a table of a stream of objects: the first ones give the columns, or all of them where they are few. */
export async function tableOfObjects(
  format: TableFormat,
  batches: AsyncIterable<readonly TableObject[]>,
  { properties: wanted, allColumns = false, enough = hasAll(wanted) }: ReadOptions,
): Promise<Table> {
  const iterator = batches[Symbol.asyncIterator]();
  const head: TableObject[] = [];
  let ended = false;
  while ((allColumns || head.length < COLUMN_SAMPLE) && !ended) {
    const step = await iterator.next();
    if (step.done === true) ended = true;
    else for (const each of step.value) head.push(each);
  }
  if (head.length === 0) throw unreadable('the file holds no rows', 'Send a file with one row at least.');
  const sample = (allColumns ? head : head.slice(0, COLUMN_SAMPLE)).map((each) => each.properties);
  const repeat = enough(columnsOf(sample))
    ? undefined
    : repeatGroups(sample).find((group) =>
        enough(columnsOf(sample.flatMap((properties) => unfolded(properties, group)))),
      );
  const rowsOf = (object: TableObject): TableObject[] =>
    repeat === undefined
      ? [object]
      : unfolded(object.properties, repeat).map((properties) => ({ properties, line: object.line }));
  const columns = columnsOf(
    repeat === undefined ? sample : sample.flatMap((properties) => unfolded(properties, repeat)),
    wanted,
  );

  const toBatch = (read: readonly TableObject[]): RowBatch => {
    const objects = repeat === undefined ? read : read.flatMap(rowsOf);
    const numbers: number[][] = [];
    const rows = objects.map((each) => {
      const own: number[] = [];
      numbers.push(own);
      return cellsOf(each.properties, columns, own, each.line);
    });
    return { rows, lines: objects.map((each) => each.line), numbers };
  };
  async function* all(first: RowBatch): AsyncGenerator<RowBatch> {
    try {
      yield first;
      while (!ended) {
        const step = await iterator.next();
        if (step.done === true) return;
        yield toBatch(step.value);
      }
    } finally {
      await iterator.return?.(undefined);
    }
  }
  const first = toBatch(head);
  return {
    format,
    columns,
    ...(repeat !== undefined && { repeat }),
    header: true,
    leftOut: new LeftOut(),
    sample: first.rows.slice(0, SAMPLE_ROWS),
    batches: all(first),
  };
}

function hasAll(wanted: readonly string[] = []): (columns: readonly string[]) => boolean {
  return (columns) => wanted.every((name) => columns.includes(name));
}
