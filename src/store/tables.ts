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

interface SessionTable {
  id: string;
  owner: string;
  title: string | null;
  created_at: number;
  updated_at: number;
  /** Runs ever started; the newest run's ordinal. */
  run_count: number;
  /** JSON array of plugin names in load order. */
  loaded_plugins: string;
  /** 1 or 0, like `archived`. */
  pinned: number;
  archived: number;
  /** Of a branch: what it was made from. */
  parent_session: string | null;
  parent_message: string | null;
  /** Position of the first message that is not copied from the parent. */
  own_from: number;
  /** Where the next message goes; null while no answer of the thread has a second. */
  variant: string | null;
}

interface MessageTable {
  session_id: string;
  position: number;
  id: string;
  role: string;
  json: string;
  created_at: number;
  /** The answer that it belongs to, itself or as what followed; null for what is before the first choice. */
  variant: string | null;
  /** 1: of an answer that is not the chosen one, so not in the thread. */
  hidden: number;
}

/** One of several answers to a message, with what followed it. */
interface VariantTable {
  session_id: string;
  /** The run that gave it, or `<run>:before` for the answer that was there before that run. */
  id: string;
  /** The message that it answers: the last one before all its variants. */
  message_id: string;
  /** Counts choices; of the variants of one message the highest is the one in the thread. */
  chosen: number;
}

interface SharedCountTable {
  /** What is limited, and whose it is. */
  key: string;
  count: number;
  ends_at: number;
}

/** A process that serves this database. */
interface InstanceTable {
  id: string;
  since: number;
  /** Until then nobody takes over its runs. On PostgreSQL by the clock of the server. */
  lease_until: number;
}

interface LeaseTable {
  name: string;
  /** The process. */
  holder: string;
  /** Until then no other takes it. On PostgreSQL by the clock of the server. */
  held_until: number;
}

interface RunTable {
  id: string;
  session_id: string;
  /** 1 for the session's first run. */
  ordinal: number;
  status: string;
  created_at: number;
  ended_at: number | null;
  /** Of a run that waits: what it was asked with, sealed. */
  request: string | null;
  /** The process that works on it, or did; null for runs from before. */
  instance: string | null;
  /** When another process was asked to cancel it. */
  cancel_at: number | null;
  /** Id of the principal who asked for it; null for runs from before. */
  asker: string | null;
  /** Id of the API key by which it was asked for, where that has a limit of runs. */
  api_key: string | null;
}

/** A connection over which somebody is told of a run, or was and went away before its end. */
interface FollowerTable {
  id: string;
  run_id: string;
  principal: string;
  /** The process that it is to. */
  instance: string;
  /** When its client went away. */
  left_at: number | null;
}

interface RunEventTable {
  session_id: string;
  ordinal: number;
  first_seq: number;
  last_seq: number;
  /** `encodeEvents` of the events `first_seq..last_seq`. */
  json: string;
}

interface CheckpointTable {
  thread_id: string;
  ns: string;
  checkpoint_id: string;
  /** The serializer's JSON of `{ checkpoint, metadata }`, without the channels that the thread holds. */
  data: string;
}

interface CheckpointWriteTable {
  thread_id: string;
  ns: string;
  checkpoint_id: string;
  task_id: string;
  idx: number;
  task_path: string;
  channel: string;
  /** The serializer's type of `data`: `json` text, anything else bytes as base64. */
  type: string;
  data: string;
}

interface ApiKeyTable {
  id: string;
  name: string;
  /** SHA-256 of the whole key, hex. */
  hash: string;
  scopes: string;
  did: string | null;
  /** Who owns what is made with it: the DID, or `key:<id>`. Never null since the step that added it. */
  principal: string | null;
  created_at: number;
  last_used_at: number | null;
  /** The client's address at that time. */
  last_used_from: string | null;
  revoked_at: number | null;
  expires_at: number | null;
  rotated_at: number | null;
  /** Of the secret before the last rotation, and until when it holds too. */
  previous_hash: string | null;
  previous_until: number | null;
  /** Requests a minute; null: as many as others. */
  per_minute: number | null;
  /** Runs in flight; null: as many as others. */
  runs_at_once: number | null;
}

interface LoginSessionTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  did: string;
  expires_at: number;
  /** The passkey that opened it; null: a link did. */
  passkey: string | null;
}

interface PasskeyTable {
  id: string;
  did: string;
  rp_id: string;
  public_key: string;
  sign_count: number;
  name: string;
  /** 1 or 0. */
  synced: number;
  created_at: number;
  last_used_at: number | null;
  last_used_from: string | null;
}

interface UsedNonceTable {
  nonce: string;
  expires_at: number;
}

interface KeyTable {
  /** The plugin. */
  scope: string;
  name: string;
  /** The master key that `wrapped` is sealed with. */
  master_id: string;
  wrapped: string;
  created_at: number;
}

interface UcanUseTable {
  cid: string;
  /** When the invocation has expired, and need no longer be remembered. */
  expires_at: number;
}

interface UcanRevocationTable {
  cid: string;
  /** DID. */
  revoked_by: string;
  revoked_at: number;
  /** When the delegation expires by itself; null when that is unknown or never. */
  expires_at: number | null;
}

interface DelegationTable {
  cid: string;
  /** DID that let this oracle act for it. */
  issuer: string;
  /** The whole chain, base64. */
  token: string;
  created_at: number;
  expires_at: number | null;
}

interface AuditTable {
  id: string;
  at: number;
  action: string;
  subject: string;
  actor: string;
  invoker: string;
  /** JSON object of texts. */
  details: string | null;
}

interface ConversationTable {
  plugin: string;
  owner: string;
  /** The external thread. */
  key: string;
  session_id: string;
}

interface SentTable {
  plugin: string;
  session_id: string;
  /** Names a message that may be delivered again. */
  key: string;
  run_id: string;
  expires_at: number;
}

interface LinkTable {
  /** `<provider>:<subject>`. */
  account: string;
  did: string;
  linked_as: string;
  /** JSON array: what whoever made the link might do. */
  scopes: string;
  name: string;
  created_at: number;
}

interface LinkCodeTable {
  /** One living code each. */
  did: string;
  /** SHA-256 of the code, hex. */
  hash: string;
  linked_as: string;
  scopes: string;
  expires_at: number;
}

interface LinkAttemptTable {
  account: string;
  count: number;
  /** When the count begins anew. */
  ends_at: number;
}

interface PersonTable {
  did: string;
  name: string;
  /** JSON array. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  last_seen_at: number | null;
  ended_at: number | null;
  /** Nonce of the last code; null for one that is older than this column, and then any of its codes holds. */
  link: string | null;
}

interface ShareTable {
  kind: string;
  id: string;
  owner: string;
  grantee: string;
  access: string;
  since: number;
}

interface DecisionTable {
  id: string;
  at: number;
  /** Whose session it was. */
  owner: string;
  principal: string;
  session_id: string;
  /** Canonical JSON, signed. */
  record: string;
  /** Base64url; null without an identity. */
  signature: string | null;
}

interface StandingApprovalTable {
  id: string;
  principal: string;
  tool: string;
  until: number;
  /** When the principal took it back. */
  ended_at: number | null;
  record: string;
  signature: string | null;
}
