import type { Selectable } from 'kysely';
import type { CallDetails, Entry } from '../ledger/entry.js';
import type { CreditsTables } from './tables.js';

type Row = CreditsTables['credits_entries'];

export function rowOf(entry: Entry): Row {
  const { principal, seq, at, kind, from, to, amount, details, previous, hash } = entry;
  return {
    principal,
    seq,
    at,
    kind,
    debit: from,
    credit: to,
    amount: Number(amount),
    run_id: entry.runId,
    session_id: entry.sessionId,
    call_id: entry.callId,
    model: details?.model ?? null,
    input_tokens: details?.input ?? null,
    cached_tokens: details?.cached ?? null,
    output_tokens: details?.output ?? null,
    estimated: details === undefined ? null : Number(details.estimated === true),
    rate: details?.rate === undefined ? null : JSON.stringify(details.rate),
    previous,
    hash,
  };
}

export function entryOf(row: Selectable<Row>): Entry {
  const details = detailsOf(row);
  return {
    principal: row.principal,
    seq: row.seq,
    at: row.at,
    kind: row.kind,
    from: row.debit,
    to: row.credit,
    amount: BigInt(row.amount),
    runId: row.run_id,
    sessionId: row.session_id,
    callId: row.call_id,
    ...(details === undefined ? {} : { details }),
    previous: row.previous,
    hash: row.hash,
  };
}

function detailsOf(row: Selectable<Row>): CallDetails | undefined {
  if (row.model === null) return undefined;
  return {
    model: row.model,
    input: row.input_tokens ?? 0,
    cached: row.cached_tokens ?? 0,
    output: row.output_tokens ?? 0,
    ...(row.estimated === 1 ? { estimated: true } : {}),
    ...(row.rate === null ? {} : { rate: JSON.parse(row.rate) as NonNullable<CallDetails['rate']> }),
  };
}
