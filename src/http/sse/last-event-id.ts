import { OracleError } from '../../plugin/index.js';

const SEQUENCE = /^\d{1,15}$/;

/**
 * The sequence number after which a client wants to go on: 0 without the header, else from `<runId>:<seq>`.
 * @throws OracleError `invalid_request` when it is malformed or speaks of another run.
 */
export function parseLastEventId(header: string | string[] | undefined, runId: string): number {
  if (header === undefined || header === '') return 0;
  const text = String(header);
  const sequence = text.startsWith(`${runId}:`) ? text.slice(runId.length + 1) : '';
  if (SEQUENCE.test(sequence)) return Number(sequence);
  throw new OracleError('invalid_request', {
    detail: 'Last-Event-ID does not name an event of this run.',
    hint: `Send the last id that the stream gave, such as ${runId}:12, or leave the header out to start over.`,
    errors: [{ field: 'Last-Event-ID', message: `must be ${runId}:<sequence>` }],
  });
}
