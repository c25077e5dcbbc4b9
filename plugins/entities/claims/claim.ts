import type { Claim, Collection, Dispute } from '../chain/records.js';

/** What the chain calls `PENDING` is open; the others keep its names (`ixo.claims.v1beta1.EvaluationStatus`). */
export const CLAIM_STATES = ['open', 'approved', 'rejected', 'disputed', 'invalidated', 'flagged'] as const;

export interface ClaimSummary {
  readonly id: string;
  readonly collection: string;
  /** `open` while nobody has evaluated it; what a newer chain calls otherwise stays as it calls it, in lower case. */
  readonly state: string;
  readonly agent: string;
  readonly address: string;
  readonly submitted: string;
  readonly evaluated?: string;
}

export interface CollectionSummary {
  readonly id: string;
  readonly entity: string;
  readonly protocol: string;
  /** `OPEN`, `PAUSED` or `CLOSED`: whether it takes claims. */
  readonly state: string;
  /** Counts of claims, whole numbers as text; a quota of `0` is none. */
  readonly quota: string;
  readonly submitted: string;
  readonly evaluated: string;
  readonly approved: string;
  readonly rejected: string;
  readonly disputed: string;
}

export function claimSummaryOf({
  claim_id,
  collection_id,
  agent_did,
  agent_address,
  ...claim
}: Claim): ClaimSummary {
  const { evaluation } = claim;
  const state = stateOf(evaluation?.status);
  const evaluated = state === 'open' ? '' : (evaluation?.evaluation_date ?? '');
  return {
    id: claim_id,
    collection: collection_id,
    state,
    agent: agent_did,
    address: agent_address,
    submitted: claim.submission_date,
    ...(evaluated === '' ? {} : { evaluated }),
  };
}

/** A claim with all that is told about one. */
export interface ClaimReport extends ClaimSummary {
  readonly evaluation?: {
    readonly agent: string;
    /** Entity on whose behalf it was evaluated. */
    readonly oracle: string;
    readonly reason: number;
    readonly proof: string;
    /** Such as `5 uixo`. */
    readonly amount: readonly string[];
  };
  /** Payments by kind, such as `submission: PAID`. */
  readonly payments: readonly string[];
}

export function claimReportOf(claim: Claim): ClaimReport {
  const { evaluation, payments_status } = claim;
  const summary = claimSummaryOf(claim);
  const payments = Object.entries(payments_status ?? {}).map(([kind, state]) => `${kind}: ${String(state)}`);
  if (evaluation === null || evaluation === undefined || summary.state === 'open')
    return { ...summary, payments };
  const { agent_did: agent, oracle, reason, verification_proof: proof, amount } = evaluation;
  const amounts = amount.map((coin) => `${coin.amount} ${coin.denom}`);
  return { ...summary, evaluation: { agent, oracle, reason, proof, amount: amounts }, payments };
}

/** An evaluation that is pending is none yet. */
function stateOf(status: string | undefined): string {
  return status === undefined || status === 'PENDING' || status === '0' ? 'open' : status.toLowerCase();
}

export function collectionSummaryOf(collection: Collection): CollectionSummary {
  const { id, entity, protocol, state, quota, count, evaluated, approved, rejected, disputed } = collection;
  return { id, entity, protocol, state, quota, submitted: count, evaluated, approved, rejected, disputed };
}

/** Whether a collection takes claims, in the words of people; the chain writes them in capitals. */
export const COLLECTION_STATES = ['open', 'paused', 'closed'] as const;

/** A collection with all that is told about one. */
export interface CollectionReport extends CollectionSummary {
  readonly admin: string;
  /** Accounts that claims are paid from. */
  readonly escrow: string;
  /** RFC 3339; not there where the chain sets none. */
  readonly starts?: string;
  readonly ends?: string;
}

export function collectionReportOf(collection: Collection): CollectionReport {
  const { admin, escrow_account: escrow, start_date, end_date } = collection;
  const isSet = (date: string) => date !== '' && !date.startsWith('0001-');
  return {
    ...collectionSummaryOf(collection),
    admin,
    escrow,
    ...(isSet(start_date) ? { starts: start_date } : {}),
    ...(isSet(end_date) ? { ends: end_date } : {}),
  };
}

export interface DisputeSummary {
  /** The claim or whatever else is disputed. */
  readonly subject: string;
  readonly type: number;
  /** Where the evidence lies, and its proof. */
  readonly uri: string;
  readonly proof: string;
}

export function disputeSummaryOf({ subject_id, type, data }: Dispute): DisputeSummary {
  return { subject: subject_id, type, uri: data?.uri ?? '', proof: data?.proof ?? '' };
}
