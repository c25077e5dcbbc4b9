/** A conversation that lives elsewhere, by the name that its plugin or door gives it. */
export interface ThreadName {
  readonly plugin: string;
  readonly owner: string;
  readonly key: string;
}

/** Sessions of threads that live elsewhere. */
export interface ConversationRows {
  /** The session of this thread of the owner's, made at first. */
  open(thread: ThreadName): Promise<{ sessionId: string }>;
  /** The session of this thread, where it has one. */
  find(thread: ThreadName): Promise<string | undefined>;
  /** Whether this plugin has opened the session. */
  isOpenedBy(plugin: string, sessionId: string): Promise<boolean>;
  /** Gives a session this name; a session that had the name loses it. */
  bind(thread: ThreadName, sessionId: string): Promise<void>;
  /** Takes the name from the session that has it: of two who ask at once, one gets the session. */
  take(thread: ThreadName): Promise<string | undefined>;
  /** The run that a message of this key started, while that is remembered. */
  sent(message: { plugin: string; sessionId: string; key: string }): Promise<string | undefined>;
  /** The same, of a message whose key is this and then hexadecimal digits. */
  sentUnder(message: { plugin: string; sessionId: string; prefix: string }): Promise<string | undefined>;
}
