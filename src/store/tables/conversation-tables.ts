/** Sessions, their messages and threads that live elsewhere. */

export interface SessionTable {
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

export interface MessageTable {
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
  /** Counts what became of messages of the session where they had been said; null: it stands as it was sent. */
  amended: number | null;
  /** The message as it was sent, while it may come to stand so again. */
  as_sent: string | null;
}

/** One of several answers to a message, with what followed it. */
export interface VariantTable {
  session_id: string;
  /** The run that gave it, or `<run>:before` for the answer that was there before that run. */
  id: string;
  /** The message that it answers: the last one before all its variants. */
  message_id: string;
  /** Counts choices; of the variants of one message the highest is the one in the thread. */
  chosen: number;
}

export interface ConversationTable {
  plugin: string;
  owner: string;
  /** The external thread. */
  key: string;
  session_id: string;
}

export interface SentTable {
  plugin: string;
  session_id: string;
  /** Names a message that may be delivered again. */
  key: string;
  run_id: string;
  expires_at: number;
}
