import type { Kysely } from 'kysely';
import type {
  Amendment,
  AuditEntry,
  AuditSource,
  Blobs,
  Keys,
  Migration,
  ThreadMessage,
  ToolMessage,
  TurnMessage,
  UserMessage,
} from '../plugin/index.js';
import type { Amended } from './amend-message.js';
import type { ApiKeys } from './api-key-types.js';
import type { ConversationRows } from './conversation-types.js';
import type { DecisionRows } from './decision-types.js';
import type { Erasure } from './erasure-types.js';
import type { Followers } from './followers.js';
import type { Instances } from './instances.js';
import type { Leases } from './leases.js';
import type { Links } from './link-types.js';
import type { Passkeys } from './passkey-types.js';
import type { People, Shares } from './people-types.js';
import type { Runs } from './run-types.js';
import type { SharedCounts } from './shared-counts.js';
import type { Tables } from './tables.js';
import type { WakeUps } from './wake-ups.js';

export type { ApiKeyRow, ApiKeys } from './api-key-types.js';
export type { ConversationRows, ThreadName } from './conversation-types.js';
export type { DecisionRow, DecisionRows, SignedDecision, StandingRow } from './decision-types.js';
export type { ErasedCounts, Erasure, Forgettable } from './erasure-types.js';
export type { RunStanding, RunsOf } from './instances.js';
export type { LinkBinding, LinkRow, Links } from './link-types.js';
export type { PasskeyRow, Passkeys } from './passkey-types.js';
export type { People, PersonRow, ShareRow, Shares } from './people-types.js';
export type { KeptRequest, RunRow, Runs, SentOnce, WaitingRun } from './run-types.js';

export interface SessionRow {
  readonly id: string;
  readonly owner: string;
  readonly title: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  /** Of a branch: the session and the message that it was made from. */
  readonly parent?: { readonly sessionId: string; readonly messageId: string };
}

/** A session that a search has found, with the text around one of the words. */
export interface FoundSession extends SessionRow {
  readonly excerpt: string;
}

export type ArchivedFilter = 'exclude' | 'include' | 'only';

/** What a person may say about a session. */
export interface SessionChanges {
  readonly title?: string;
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

/** Keyset page: `cursor` is opaque, absent on the last page. A malformed cursor is OracleError `invalid_request`. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
}

export interface Sessions {
  create(owner: string, id?: string): Promise<SessionRow>;
  /** Undefined also when it belongs to someone else. */
  get(owner: string, id: string): Promise<SessionRow | undefined>;
  /** Pinned ones first, then by their last use, newest first. Archived ones are left out unless asked for. */
  list(owner: string, limit: number, cursor?: string, archived?: ArchivedFilter): Promise<Page<SessionRow>>;
  /**
   * Those of the list in whose title and thread all words of the query occur. A page may be short, even empty, and
   * still have a cursor: it ends where one look through so many sessions ended.
   */
  search(
    owner: string,
    query: string,
    limit: number,
    cursor?: string,
    archived?: ArchivedFilter,
  ): Promise<Page<FoundSession>>;
  /** Leaves its place in the list by time as it is. Undefined when there was none of this owner. */
  update(owner: string, id: string, changes: SessionChanges): Promise<SessionRow | undefined>;
  /**
   * A new session with the thread up to and with this message; the results of its calls go along. Undefined when there
   * is no session of this owner.
   * @throws OracleError `not_found` or `conflict` for a message that is not in the thread, `invalid_request` for one
   * whose calls have no results yet
   */
  branch(owner: string, id: string, messageId: string): Promise<SessionRow | undefined>;
  /** With its messages, runs, logs and checkpoint. False when there was none of this owner. */
  delete(owner: string, id: string): Promise<boolean>;
}

/** The answers to one message, each named by its first message, oldest first. */
export interface AnswersOf {
  readonly ids: readonly string[];
  /** The one that is in the thread; absent while it has not begun. */
  readonly active?: string;
}

/** A message with what a list says about it. */
export type ListedMessage = TurnMessage & {
  readonly createdAt: number;
  /** Whether it is in the thread: not so for an answer that another one has replaced. */
  readonly active: boolean;
  /** Of an answer that has others beside it: the message that they answer. */
  readonly variantOf?: string;
  /** Of a message with several answers. */
  readonly answers?: AnswersOf;
};

/**
 * A thread: the ordered messages and loaded plugins of one session, the agent's state of record. Of several answers to
 * one message the chosen one is in it, with what followed it.
 */
export interface Threads {
  /**
   * Appends; a message whose id is already stored is replaced in place.
   * @param runId the run of this process that says them; nothing is stored once it is another's, or has ended
   * @throws OracleError `not_found` without such a session, `run_interrupted` when the run was lost
   */
  append(sessionId: string, messages: readonly ThreadMessage[], runId?: string): Promise<void>;
  /** In order. Yields to the event loop between pages, so that a long thread does not block others. */
  messages(sessionId: string): Promise<ThreadMessage[]>;
  /** @param all also the answers that others have replaced; they stand where they were given */
  page(sessionId: string, limit: number, cursor?: string, all?: boolean): Promise<Page<ListedMessage>>;
  /**
   * The message of a person that this message of the thread is, or is an answer to, and what follows it in the thread.
   * @throws OracleError `not_found`, `conflict` for a message that is not in the thread, `invalid_request` for one
   * that answers nothing
   */
  question(
    sessionId: string,
    messageId: string,
  ): Promise<{ readonly question: UserMessage; readonly after: readonly ThreadMessage[] }>;
  /**
   * Brings a message into the thread, by choosing the answers that lead to it.
   * @throws OracleError `not_found`, `run_active` while a run of the session goes on
   */
  choose(sessionId: string, messageId: string): Promise<void>;
  /** Forgets the answer that this run began when nothing was said in it; the one before it is chosen again. */
  dropEmptyAnswer(sessionId: string, runId: string): Promise<void>;
  /** The thread, and beside it what the model said that is not in it now, since other answers were chosen. */
  withReplaced(sessionId: string): Promise<{
    readonly messages: ThreadMessage[];
    readonly replaced: readonly ThreadMessage[];
  }>;
  /** See `Conversations.amend`. @returns undefined where the session has no such message */
  amend(sessionId: string, messageId: string, amendment: Amendment): Promise<Amended | undefined>;
  /** Messages of the session that were amended after the amendment of that number (0: all), with the number of the last. */
  amendedSince(
    sessionId: string,
    amendment: number,
  ): Promise<{ readonly last: number; readonly messages: readonly ThreadMessage[] }>;
  /** Results of all calls that were made in this session, newest first: those of replaced answers too. */
  results(sessionId: string): AsyncIterable<ToolMessage>;
  /** Union with what is there; keeps load order. */
  addLoadedPlugins(sessionId: string, names: readonly string[]): Promise<void>;
  loadedPlugins(sessionId: string): Promise<string[]>;
}

/** Sessions of the page and the CLI, and one-time codes that were used. */
export interface Logins {
  /** False when this nonce was used before. */
  consume(nonce: string, expiresAt: number): Promise<boolean>;
  /** @param passkey the id of the one that opens it, with which it ends */
  createSession(did: string, ttlMs: number, passkey?: string): Promise<{ token: string; expiresAt: number }>;
  findSession(token: string): Promise<{ did: string; expiresAt: number } | undefined>;
  deleteSession(token: string): Promise<void>;
  /** Ends all sessions of a principal. @returns how many there were */
  deleteSessionsOf(did: string): Promise<number>;
}

export interface DelegationRow {
  readonly cid: string;
  readonly issuer: string;
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** What is remembered of UCANs: invocations that were used, links that were revoked, delegations that were stored. */
export interface Ucans {
  /** Marks an invocation as used until it expires; false when it was used before. Atomic, also between processes. */
  use(cid: string, expiresAt: number): Promise<boolean>;
  isRevoked(cids: readonly string[]): Promise<boolean>;
  /** Drops the stored delegation too. `expiresAt` null: remembered for ever. False when it was revoked before. */
  revoke(input: { cid: string; by: string; expiresAt: number | null }): Promise<boolean>;
  /** Storing one again changes nothing. @throws OracleError `conflict` when the issuer has 100. */
  saveDelegation(row: Omit<DelegationRow, 'createdAt'>): Promise<DelegationRow>;
  /** Those that have not expired, oldest first. */
  delegations(issuer: string): Promise<DelegationRow[]>;
  /** The stored token of one link, also when it has expired meanwhile. */
  delegationToken(cid: string): Promise<string | undefined>;
}

/** Acts in somebody's name, as the core records them. */
export interface AuditLog extends AuditSource {
  record(entry: Omit<AuditEntry, 'id' | 'at' | 'requestId'>): Promise<void>;
}

/** The connections of a pool, and how many wait for one. */
export interface PoolFigures {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Store {
  readonly db: Kysely<Tables>;
  readonly dialect: 'sqlite' | 'postgres';
  readonly sessions: Sessions;
  readonly threads: Threads;
  readonly runs: Runs;
  readonly instances: Instances;
  readonly leases: Leases;
  readonly followers: Followers;
  readonly wakeUps: WakeUps;
  readonly sharedCounts: SharedCounts;
  readonly apiKeys: ApiKeys;
  readonly logins: Logins;
  readonly passkeys: Passkeys;
  readonly ucans: Ucans;
  readonly audit: AuditLog;
  readonly conversations: ConversationRows;
  readonly links: Links;
  readonly people: People;
  readonly shares: Shares;
  readonly decisions: DecisionRows;
  readonly erasure: Erasure;
  /** Connections to PostgreSQL at the moment; undefined on SQLite. */
  pool(): PoolFigures | undefined;
  /** @throws OracleError `unavailable` when the database does not answer */
  ping(): Promise<void>;
  /** Blobs under `<prefix>/`. */
  blobs(prefix: string): Blobs;
  /** Keys of one plugin. */
  keys(scope: string): Keys;
  /** @throws OracleError `config_invalid` when the master key file is lost, damaged, or another database's */
  checkKeys(): Promise<void>;
  /** Makes a new master key, wraps every key with it and forgets the old one. Returns how many keys there were. */
  rotateMasterKey(): Promise<{ readonly keys: number }>;
  /** Runs the steps of `scope` that have not run yet, in key order, each in a transaction. */
  migrate(scope: string, steps: Readonly<Record<string, Migration>>): Promise<void>;
  close(): Promise<void>;
}
