import type { Kysely } from 'kysely';
import type {
  Attachment,
  AuditEntry,
  AuditSource,
  Blobs,
  Keys,
  Migration,
  RunStatus,
  SequencedEvent,
  ThreadMessage,
  ToolMessage,
  TurnMessage,
  UserMessage,
} from '../plugin/index.js';
import type { Tables } from './tables.js';

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

export interface RunRow {
  readonly id: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly status: RunStatus;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** What a run was asked with, as the run that goes on after its wait needs it. */
export interface KeptRequest {
  readonly message: string;
  readonly attachments: readonly Attachment[];
  readonly tools: readonly unknown[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** A secret. */
  readonly delegation?: string;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Who acts when this key is used; null means the oracle's owner. */
  readonly did: string | null;
  /** Who owns what is made with it: the DID that it was made for, else the key itself, `key:<id>`. */
  readonly principal: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
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
  /** Appends; a message whose id is already stored is replaced in place. */
  append(sessionId: string, messages: readonly ThreadMessage[]): Promise<void>;
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
  /** Results of all calls that were made in this session, newest first: those of replaced answers too. */
  results(sessionId: string): AsyncIterable<ToolMessage>;
  /** Union with what is there; keeps load order. */
  addLoadedPlugins(sessionId: string, names: readonly string[]): Promise<void>;
  loadedPlugins(sessionId: string): Promise<string[]>;
}

/** Names a message that may be delivered again: until `expiresAt` the run that it first started stands for all. */
export interface SentOnce {
  readonly plugin: string;
  readonly key: string;
  readonly expiresAt: number;
}

export interface Runs {
  /**
   * With `opening` also appends the message that starts the run, and titles the session if it has no title; with
   * `answers` begins another answer to that message; all or nothing. With `once`, where that key was used before, nothing changes.
   *
   * @returns the run's id, or that of the run which has the key
   * @throws OracleError `not_found` when the owner has no such session, `run_active` when the session has a running
   * run (one unique partial index holds this).
   */
  create(run: {
    id: string;
    sessionId: string;
    owner: string;
    opening?: { readonly message: ThreadMessage; readonly title: string };
    /** The message that it answers again: what follows that leaves the thread. */
    answers?: string;
    once?: SentOnce;
  }): Promise<string>;
  get(owner: string, sessionId: string, id: string): Promise<RunRow | undefined>;
  last(sessionId: string): Promise<RunRow | undefined>;
  running(): Promise<RunRow[]>;
  /**
   * Appends a batch to the run's log; `seq` must follow what is there. Compact: runs of text deltas are one array. Gives
   * the bytes that it took.
   */
  appendEvents(runId: string, events: readonly SequencedEvent[]): Promise<number>;
  /** Undefined when the log was dropped. */
  events(runId: string, after: number): Promise<SequencedEvent[] | undefined>;
  /**
   * Sets the terminal status, appends the log's last events, merges it into one row and drops the logs of all but the
   * newest `keep` runs of the session; all or nothing. A run that has ended stays as it is. `request` is kept, sealed,
   * for a run that waits.
   */
  finish(
    runId: string,
    status: Exclude<RunStatus, 'running'>,
    keep: number,
    lastEvents?: readonly SequencedEvent[],
    request?: KeptRequest,
  ): Promise<void>;
  /** What a waiting run was asked with. */
  request(runId: string): Promise<KeptRequest | undefined>;
  /** Forgets what is kept for the session's wait: the checkpoint and the request. */
  endWait(sessionId: string): Promise<void>;
  /** Makes a run that waits a cancelled one; false when it does not wait. */
  cancelWait(runId: string): Promise<boolean>;
}

export interface ApiKeys {
  /** Returns the secret once; only its SHA-256 is stored. */
  create(input: {
    name: string;
    scopes: readonly string[];
    did?: string;
    expiresAt?: number;
  }): Promise<{ row: ApiKeyRow; secret: string }>;
  /** Constant-time on the hash; undefined for unknown, revoked or expired. */
  find(secret: string): Promise<ApiKeyRow | undefined>;
  /** Whether a key of this name that was there at that time is neither revoked nor expired. */
  holds(name: string, at: number): Promise<boolean>;
  list(): Promise<ApiKeyRow[]>;
  revoke(idOrName: string): Promise<ApiKeyRow | undefined>;
}

/** Sessions of the page and the CLI, and one-time codes that were used. */
export interface Logins {
  /** False when this nonce was used before. */
  consume(nonce: string, expiresAt: number): Promise<boolean>;
  createSession(did: string, ttlMs: number): Promise<{ token: string; expiresAt: number }>;
  findSession(token: string): Promise<{ did: string; expiresAt: number } | undefined>;
  deleteSession(token: string): Promise<void>;
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

/** Sessions of threads that live elsewhere. */
export interface ConversationRows {
  /** The session of this thread of the owner's, made at first. */
  open(thread: { plugin: string; owner: string; key: string }): Promise<{ sessionId: string }>;
  /** The run that a message of this key started, while that is remembered. */
  sent(message: { plugin: string; sessionId: string; key: string }): Promise<string | undefined>;
}

/** Whom an account from outside is bound to, and with what. */
export interface LinkBinding {
  readonly did: string;
  readonly linkedAs: 'owner' | 'ucan';
  readonly scopes: readonly string[];
}

export interface LinkRow extends LinkBinding {
  readonly account: string;
  readonly name: string;
  readonly createdAt: number;
}

/** Links of accounts from outside to DIDs, and the one-time codes that make them. */
export interface Links {
  /** Keeps the digest of a code; one of the same DID from before is void. */
  offer(hash: string, binding: LinkBinding, expiresAt: number): Promise<void>;
  /**
   * Uses a code up and links the account by it. Undefined when the code is unknown, expired or used.
   * @throws OracleError `conflict` when the account is linked to another DID; the code stays
   */
  redeem(hash: string, account: string, name: string): Promise<LinkRow | undefined>;
  find(account: string): Promise<LinkRow | undefined>;
  /** Oldest first. */
  list(did: string): Promise<LinkRow[]>;
  /** Of this DID alone, when given. Gives back what was there. */
  remove(account: string, did?: string): Promise<LinkRow | undefined>;
  /** Counts a try within a window that begins with the first one; says how many there are and when it ends. */
  attempt(account: string, windowMs: number): Promise<{ count: number; endsAt: number }>;
}

/** Acts in somebody's name, as the core records them. */
export interface AuditLog extends AuditSource {
  record(entry: Omit<AuditEntry, 'id' | 'at' | 'requestId'>): Promise<void>;
}

export interface Store {
  readonly db: Kysely<Tables>;
  readonly dialect: 'sqlite' | 'postgres';
  readonly sessions: Sessions;
  readonly threads: Threads;
  readonly runs: Runs;
  readonly apiKeys: ApiKeys;
  readonly logins: Logins;
  readonly ucans: Ucans;
  readonly audit: AuditLog;
  readonly conversations: ConversationRows;
  readonly links: Links;
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
