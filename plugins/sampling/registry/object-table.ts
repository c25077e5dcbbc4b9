import { COLUMN_SAMPLE, cellsOf, columnsOf, type Properties } from './json-cells.js';
import { LeftOut } from './left-out.js';
import {
  type ReadOptions,
  type RegistryFormat,
  type RegistryTable,
  type RowBatch,
  SAMPLE_ROWS,
  unreadable,
} from './registry-table.js';

/** One unit of a GeoJSON or NDJSON, and where it stands. */
export interface RegistryObject {
  readonly properties: Properties;
  readonly line: number;
}

/** Makes a table of a stream of objects: the first ones give the columns, or all of them where they are few. */
export async function tableOfObjects(
  format: RegistryFormat,
  batches: AsyncIterable<readonly RegistryObject[]>,
  { properties: wanted, allColumns = false }: ReadOptions,
): Promise<RegistryTable> {
  const iterator = batches[Symbol.asyncIterator]();
  const head: RegistryObject[] = [];
  let ended = false;
  while ((allColumns || head.length < COLUMN_SAMPLE) && !ended) {
    const step = await iterator.next();
    if (step.done === true) ended = true;
    else for (const each of step.value) head.push(each);
  }
  if (head.length === 0)
    throw unreadable('the registry holds no units', 'Send a file with at least one unit.');
  const columns = columnsOf(
    (allColumns ? head : head.slice(0, COLUMN_SAMPLE)).map((each) => each.properties),
    wanted,
  );

  const toBatch = (objects: readonly RegistryObject[]): RowBatch => {
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
    header: true,
    leftOut: new LeftOut(),
    sample: first.rows.slice(0, SAMPLE_ROWS),
    batches: all(first),
  };
}
