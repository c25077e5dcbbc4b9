import { Readable } from 'node:stream';
import { csvField, typedCsvField } from 'oracle-runtime/kit';
import { type AnyRoute, defineRoute, reply } from 'oracle-runtime/plugin';
import type { Entry } from '../ledger/entry.js';
import { printMicro } from '../money/amount.js';
import { entriesOf } from '../store/entries.js';
import type { Ledger } from '../store/ledger.js';
import type { Desk } from './desk.js';

const COLUMNS = [
  'seq',
  'at',
  'kind',
  'from',
  'to',
  'amount',
  'session_id',
  'run_id',
  'call_id',
  'model',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'estimated',
  'rate_from',
  'rate_input',
  'rate_cached',
  'rate_output',
  'previous',
  'hash',
];

/** `GET /credits/ledger.csv`: every entry of the caller, as it stands in the ledger. */
export function ledgerCsv({ db, currency }: Desk, ledger: Ledger): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/credits/ledger.csv',
    auth: 'any',
    summary: "The caller's ledger as CSV, one entry a line; amounts in millionths and whole units",
    responses: { 200: { description: 'The entries, oldest first', contentType: 'text/csv' } },
    async handler({ principal }) {
      const account = await ledger.account(principal.id);
      async function* lines() {
        yield `${[...COLUMNS, `amount_in_${currency}`].map(typedCsvField).join(',')}\r\n`;
        for await (const page of entriesOf(db, principal.id, account?.seq ?? 0))
          yield page.map(lineOf).join('');
      }
      return reply({
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="ledger.csv"',
          'Cache-Control': 'no-store',
        },
        body: Readable.from(lines()),
      });
    },
  });
}

function lineOf({ details, ...entry }: Entry): string {
  const rate = details?.rate;
  const cells = [
    entry.seq,
    new Date(entry.at).toISOString(),
    entry.kind,
    entry.from,
    entry.to,
    entry.amount,
    entry.sessionId,
    entry.runId,
    entry.callId,
    details?.model,
    details?.input,
    details?.cached,
    details?.output,
    details && details.estimated === true,
    rate?.from,
    rate?.input,
    rate?.cached,
    rate?.output,
    entry.previous,
    entry.hash,
    printMicro(entry.amount),
  ];
  // What a model calls itself is a stranger's text; numbers are never formulas.
  const written = cells.map((cell) =>
    typeof cell === 'string' ? typedCsvField(cell) : csvField(cell === undefined ? '' : String(cell)),
  );
  return `${written.join(',')}\r\n`;
}
