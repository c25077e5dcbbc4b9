import { COLUMN_SAMPLE, cellsOf, columnsOf, type Properties } from './json-cells.js';
import {
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

/** Makes a table of a stream of objects: the first ones give the columns. */
export async function tableOfObjects(
  format: RegistryFormat,
  batches: AsyncIterable<readonly RegistryObject[]>,
  wanted: readonly string[] | undefined,
): Promise<RegistryTable> {
  const iterator = batches[Symbol.asyncIterator]();
  const head: RegistryObject[] = [];
  let ended = false;
  while (head.length < COLUMN_SAMPLE && !ended) {
    const step = await iterator.next();
    if (step.done === true) ended = true;
    else head.push(...step.value);
  }
  if (head.length === 0)
    throw unreadable('the registry holds no units', 'Send a file with at least one unit.');
  const columns = columnsOf(
    head.slice(0, COLUMN_SAMPLE).map((each) => each.properties),
    wanted,
  );

  const toBatch = (objects: readonly RegistryObject[]): RowBatch => {
    const numericColumns = new Set<number>();
    const rows = objects.map((each) => cellsOf(each.properties, columns, numericColumns, each.line));
    return { rows, lines: objects.map((each) => each.line), numericColumns };
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
  return { format, columns, header: true, sample: first.rows.slice(0, SAMPLE_ROWS), batches: all(first) };
}
