import type {
  ApiKeyTable,
  AuditTable,
  DelegationTable,
  KeyTable,
  LoginSessionTable,
  PasskeyTable,
  UcanRevocationTable,
  UcanUseTable,
  UsedNonceTable,
} from './tables/access-tables.js';
import type {
  ConversationTable,
  MessageTable,
  SentTable,
  SessionTable,
  VariantTable,
} from './tables/conversation-tables.js';
import type {
  LinkAttemptTable,
  LinkCodeTable,
  LinkTable,
  PersonTable,
  ShareTable,
} from './tables/people-tables.js';
import type {
  CheckpointTable,
  CheckpointWriteTable,
  DecisionTable,
  FollowerTable,
  InstanceTable,
  LeaseTable,
  RunEventTable,
  RunTable,
  SharedCountTable,
  StandingApprovalTable,
} from './tables/run-tables.js';

/** Row types of the core's tables. Times are milliseconds since the epoch; JSON stands in text columns. */
export interface Tables {
  core_migrations: MigrationTable;
  core_sessions: SessionTable;
  core_messages: MessageTable;
  core_variants: VariantTable;
  core_instances: InstanceTable;
  core_leases: LeaseTable;
  core_shared_counts: SharedCountTable;
  core_runs: RunTable;
  core_run_events: RunEventTable;
  core_followers: FollowerTable;
  core_checkpoints: CheckpointTable;
  core_checkpoint_writes: CheckpointWriteTable;
  core_api_keys: ApiKeyTable;
  core_login_sessions: LoginSessionTable;
  core_passkeys: PasskeyTable;
  core_used_nonces: UsedNonceTable;
  core_ucan_uses: UcanUseTable;
  core_ucan_revocations: UcanRevocationTable;
  core_delegations: DelegationTable;
  core_keys: KeyTable;
  core_audit: AuditTable;
  core_conversations: ConversationTable;
  core_sent: SentTable;
  core_links: LinkTable;
  core_link_codes: LinkCodeTable;
  core_link_attempts: LinkAttemptTable;
  core_people: PersonTable;
  core_shares: ShareTable;
  core_decisions: DecisionTable;
  core_standing_approvals: StandingApprovalTable;
}

interface MigrationTable {
  scope: string;
  name: string;
  applied_at: number;
}
