/** Rows of this plugin. Times are milliseconds since the epoch. */
export interface MatrixTables {
  matrix_accounts: {
    user_id: string;
    device_id: string;
    /** Sealed; empty while the token of the environment is used. */
    access_token: string;
    /** Sealed; empty while there is none. */
    recovery_key: string;
    /** When it was first here; null until then. What rooms held before is history. */
    started_at: number | null;
  };
  /** Which events were heard, and what became of them. */
  matrix_events: {
    event_id: string;
    room_id: string;
    /** `heard`: an answer is under way. `done`: it was given. `history`: it was there before us. `sent`: our own. */
    state: 'heard' | 'done' | 'history' | 'sent';
    at: number;
  };
  /** Which event carried an encrypted message first: none carries it again. */
  matrix_ciphertexts: {
    /** Group session and place in it. */
    place: string;
    event_id: string;
    at: number;
  };
  /** Which session belongs to which place. */
  matrix_sessions: {
    session_id: string;
    room_id: string;
    /** Root of the thread; empty in the room itself. */
    thread_id: string;
    user_id: string;
    at: number;
  };
  matrix_approvals: {
    /** The message that asks. */
    event_id: string;
    room_id: string;
    thread_id: string;
    session_id: string;
    /** The tool call's id. */
    call_id: string;
    /** User id of who asked for the answer in which the call came. */
    asker: string;
    summary: string;
    /** How many must agree. */
    quorum: number;
    /** JSON: user id -> whether they agree. */
    votes: string;
    state: 'open' | 'allowed' | 'declined' | 'over';
    at: number;
    /** 1: another plugin leads the session, and shows what comes of it. */
    led_elsewhere: number;
  };
  /** In which room somebody talks with the oracle alone. */
  matrix_people: {
    /** Id of the principal. */
    principal_id: string;
    user_id: string;
    room_id: string;
    at: number;
  };
  /** Which message of a room became which message of a conversation, and what corrects it. */
  matrix_said: {
    event_id: string;
    /** Who said it; empty where it was taken back before it was known. */
    user_id: string;
    /** Empty until it is taken up, and for corrections. */
    session_id: string;
    message_id: string;
    /** The event that this one corrects; empty for a message. */
    corrects: string;
    state: 'said' | 'taken-back';
    /** What a correction says, sealed; empty for a message. */
    text: string;
    at: number;
    /** 1: the conversation knows how this message stands. */
    told: number;
  };
  matrix_outbox: {
    key: string;
    room_id: string;
    /** Root of the thread; empty in the room itself. */
    thread_id: string;
    text: string;
    at: number;
    /** Empty until it was said. */
    event_id: string;
    /** Why it cannot be said; empty for none. */
    fault: string;
    /** JSON of an `Ask`, for what is asked and not only said; empty for none. */
    ask: string;
  };
  matrix_memories: {
    id: string;
    room_id: string;
    text: string;
    written_by: string;
    at: number;
  };
}
