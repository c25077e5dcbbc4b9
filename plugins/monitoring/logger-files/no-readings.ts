import { OracleError } from 'oracle-runtime/plugin';

/** A file without a single reading: empty, or a text that somebody laid beside those of the loggers. */
export class NoReadings extends OracleError {
  /** @param why said of the file, such as `is empty` */
  constructor(
    readonly file: string,
    readonly why: string,
    hint: string,
  ) {
    super('invalid_request', {
      detail: `The file '${file}' ${why}.`,
      hint,
      errors: [{ field: 'path', message: `'${file}' ${why}` }],
    });
  }
}
