import { randomUUID } from 'node:crypto';
import { canonicalHash, oneLine } from '../../kit/index.js';
import type {
  ApprovalDecision,
  ArgumentsPattern,
  Clock,
  PendingApproval,
  Principal,
} from '../../plugin/index.js';
import type { SignedDecision, StandingRow, Store } from '../../store/types.js';
import { type AllowingDelegations, allowingDelegation } from './allowing-delegation.js';
import { covers, describePattern } from './arguments-pattern.js';
import { isOwnRecord, type RecordSigner, signRecord } from './signed-record.js';

const LONGEST_SUBJECT = 300;
const DECISION = 'oracle.decision/1';
const STANDING = 'oracle.standing-approval/1';

/** A call that was held, and where. */
export interface HeldCall {
  readonly principal: Principal;
  readonly sessionId: string;
  /** Whose session it is. */
  readonly owner: string;
  readonly held: PendingApproval;
}

/** A decision to remember for calls to come. */
export interface Remembered {
  readonly pattern: ArgumentsPattern;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** A decision that stands for calls to come. */
export interface StandingApproval extends StandingRow {
  readonly pattern: ArgumentsPattern;
}

/** Decisions of people about held calls: written down, signed by the oracle, and remembered where they said so. */
export interface Decisions {
  record(call: HeldCall, decision: ApprovalDecision): Promise<void>;
  /** Signs without writing down: whether the decision counts shows when the run that follows it begins. */
  sign(call: HeldCall, decision: ApprovalDecision): Promise<SignedDecision>;
  /** Lets such calls through from now on. Of a call that was done as it was allowed: a yes that came too late stands for none. */
  remember(call: HeldCall, remembered: Remembered): Promise<void>;
  /**
   * Whether the principal has allowed such calls beforehand, by a standing approval or, who came with a UCAN, by a
   * delegation; what was so allowed is recorded as decided. A standing approval whose record this oracle did not sign
   * allows nothing.
   */
  foreseen(call: HeldCall): Promise<boolean>;
  /** Those of the principal that still stand; what ends first comes first. */
  standing(principal: Principal): Promise<readonly StandingApproval[]>;
  /** False when none of the principal's of this id stands. */
  forget(principal: Principal, id: string): Promise<boolean>;
}

export interface DecisionDeps {
  readonly store: Pick<Store, 'decisions' | 'audit'>;
  readonly clock: Clock;
  readonly signer: RecordSigner | undefined;
  readonly delegations: AllowingDelegations;
}

/** Why nobody was asked. */
type Beforehand = { readonly standing: string } | { readonly delegation: string };

export function createDecisions({ store, clock, signer, delegations }: DecisionDeps): Decisions {
  const time = (at: number) => new Date(at).toISOString();

  async function sign(
    { principal, sessionId, owner, held }: HeldCall,
    { approved, reason, args }: ApprovalDecision,
    beforehand?: Beforehand,
  ): Promise<SignedDecision> {
    const [id, at] = [randomUUID(), clock.now()];
    const asked = canonicalHash(held.args);
    const decided = args === undefined ? asked : canonicalHash(args);
    const signed = await signRecord(signer, {
      type: DECISION,
      id,
      at: time(at),
      approvalId: held.id,
      session: sessionId,
      tool: held.tool,
      argsSha256: decided,
      ...(decided === asked ? {} : { askedArgsSha256: asked }),
      decision: approved ? 'approved' : 'declined',
      ...(reason === undefined ? {} : { reason }),
      ...beforehand,
      principal: principal.id,
      did: principal.did,
    });
    return {
      row: { id, at, owner, principal: principal.id, sessionId, ...signed },
      audit: {
        action: approved ? 'call.allow' : 'call.decline',
        subject: oneLine(held.summary, LONGEST_SUBJECT),
        actor: principal.did,
        invoker: principal.did,
        details: {
          session: sessionId,
          call: held.id,
          name: principal.name,
          decision: id,
          ...(held.askedBy === undefined ? {} : { askedBy: held.askedBy.id }),
          ...(args === undefined ? {} : { changed: 'true' }),
          ...beforehand,
        },
      },
    };
  }

  async function keep(call: HeldCall, decision: ApprovalDecision, beforehand?: Beforehand): Promise<void> {
    const { row, audit } = await sign(call, decision, beforehand);
    await store.decisions.add(row);
    await store.audit.record(audit);
  }

  async function remember({ principal, held }: HeldCall, { pattern, until }: Remembered): Promise<void> {
    const id = randomUUID();
    const { tool } = held;
    const signed = await signRecord(signer, {
      type: STANDING,
      id,
      at: time(clock.now()),
      approvalId: held.id,
      tool,
      args: pattern,
      until: time(until),
      principal: principal.id,
      did: principal.did,
    });
    await store.decisions.stand({ id, principal: principal.id, tool, until, ...signed });
    await auditStanding('approval.remember', principal, { id, tool, until, pattern });
  }

  async function auditStanding(
    action: 'approval.remember' | 'approval.forget',
    principal: Principal,
    { id, tool, until, pattern }: Pick<StandingApproval, 'id' | 'tool' | 'until' | 'pattern'>,
  ): Promise<void> {
    await store.audit.record({
      action,
      subject: oneLine(`${tool} with ${describePattern(pattern)}`, LONGEST_SUBJECT),
      actor: principal.did,
      invoker: principal.did,
      details: { standing: id, until: time(until), name: principal.name },
    });
  }

  return {
    record: (call, decision) => keep(call, decision),
    sign: (call, decision) => sign(call, decision),
    remember,

    async foreseen(call) {
      const { held, principal } = call;
      for (const row of await store.decisions.standing(principal.id, held.tool)) {
        const known = await readStanding(signer, row);
        if (known === undefined || !covers(known.pattern, held.args)) continue;
        await keep(call, { id: held.id, approved: true }, { standing: row.id });
        return true;
      }
      const delegation = await allowingDelegation(delegations, call, clock.now());
      if (delegation === undefined) return false;
      await keep(call, { id: held.id, approved: true }, { delegation });
      return true;
    },

    async standing({ id }) {
      const rows = await store.decisions.standing(id);
      const read = await Promise.all(rows.map((row) => readStanding(signer, row)));
      return read.filter((standing) => standing !== undefined);
    },

    async forget(principal, id) {
      const ended = await store.decisions.endStanding(principal.id, id);
      if (ended === undefined) return false;
      await auditStanding('approval.forget', principal, { ...ended, pattern: patternIn(ended) });
      return true;
    },
  };
}

/** What a row says, where its record is this oracle's and says the same. */
async function readStanding(
  signer: RecordSigner | undefined,
  row: StandingRow,
): Promise<StandingApproval | undefined> {
  if (!(await isOwnRecord(signer, row))) return undefined;
  const { type, id, tool, principal, until } = JSON.parse(row.record) as Readonly<Record<string, unknown>>;
  const same =
    type === STANDING &&
    id === row.id &&
    tool === row.tool &&
    principal === row.principal &&
    until === new Date(row.until).toISOString();
  return same ? { ...row, pattern: patternIn(row) } : undefined;
}

function patternIn({ record }: StandingRow): ArgumentsPattern {
  return (JSON.parse(record) as { readonly args: ArgumentsPattern }).args;
}
