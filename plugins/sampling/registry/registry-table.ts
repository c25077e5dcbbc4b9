import { type LeftOut, TableFault } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

export {
  type OpenTable as OpenRegistry,
  type ReadOptions,
  type RowBatch,
  TABLE_FORMATS as FORMATS,
  type Table as RegistryTable,
  type TableFormat as RegistryFormat,
} from 'oracle-runtime/kit';

/** What cannot be read of a table, as a fault of the registry; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof TableFault)) return error;
  const { detail, hint, line, message } = error;
  return new OracleError('invalid_request', {
    detail: line === undefined ? detail : `Line ${line}: ${detail}`,
    hint,
    errors: [{ field: 'registry', message }],
    cause: error.cause,
  });
}

/** Notes a row that is none of data. @throws OracleError `invalid_request` when there are more than a table can have */
export function leaveOut(leftOut: LeftOut, ...row: Parameters<LeftOut['add']>): void {
  try {
    leftOut.add(...row);
  } catch (error) {
    throw asRefusal(error);
  }
}
