/** What a client sends. */
export interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What it gets back: all of it, or as much as came before the connection broke. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Something that waits for the client: a question to its person, or a call that it is to make. */
export interface Waiting {
  readonly id: string;
  readonly name: string;
  /** What its person reads. */
  readonly words: string;
}

/** What a client makes of an answer, in words that all doors share. */
export interface Heard {
  /** `open`: there is no end in what was read. */
  readonly end: 'whole' | 'cut' | 'asked' | 'called' | 'cancelled' | 'failed' | 'refused' | 'open';
  /** What its person reads. */
  readonly text: string;
  /** Of an error: its code, or its words where the protocol has no codes. */
  readonly code?: string;
  readonly waiting?: readonly Waiting[];
}

/** One conversation of a client, which remembers what its protocol asks it to. */
export interface Conversation {
  say(words: string, tools?: readonly object[]): Sent;
  hear(got: Got): Heard;
  /** Says yes or no to what was heard last. */
  decide(approved: boolean): Sent;
  /** Answers the call that was heard last; undefined where the protocol lets no client declare tools. */
  give?(output: unknown): Sent;
  /** Ends what is being made; undefined where that is to close the connection. */
  cancel?(begun: Got): Sent;
  /** Asks for an answer of which only this much came; undefined where the protocol has no way to. */
  rejoin?(begun: Got): Sent;
}

/** A client of one door, as its protocol's documents have it. */
export interface Speaker {
  readonly door: string;
  /** Goes on with a session by its id. */
  talk(sessionId: string): Conversation;
}

/** A tool that a client declares, in the dialect of OpenAI. */
export const PICK_COLOR = {
  name: 'pickColor',
  description: 'Asks the person for a color.',
  parameters: { type: 'object', properties: {} },
} as const;

/** The JSON of each `data:` line, but the end mark of OpenAI. */
export function dataOf({ text }: Pick<Got, 'text'>) {
  return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, line = '']) => JSON.parse(line));
}

export function jsonOf({ text }: Pick<Got, 'text'>) {
  return JSON.parse(text);
}
