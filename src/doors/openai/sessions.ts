import { randomUUID } from 'node:crypto';
import { canonicalHash, nextTurn } from '../../kit/index.js';
import type { Principal, TurnMessage } from '../../plugin/index.js';
import type { Store, ThreadName } from '../../store/types.js';
import type { ChatMessage } from './chat-request.js';
import { textOf } from './content.js';
import { asThread, type Conversation, conversationHash, plain } from './conversation.js';

/** Where a request's conversation is led. */
export interface Place {
  readonly sessionId: string;
  /** The name by which it was found among conversations without an id; it has lost it by then. */
  readonly name?: ThreadName;
  /** The last message alone is new: the session has the one before it, whose answer the client did not wait for. */
  readonly latestOnly?: true;
}

export interface SessionDeps {
  readonly store: Pick<Store, 'sessions' | 'conversations' | 'threads'>;
}

/** Under which names of conversations are kept. */
export const DOOR = 'openai';

/** Some milliseconds of the database. */
const ROWS_AT_ONCE = 100;

/**
 * The session of a conversation without an id: the one whose last answer ends what the client says was said before, else
 * a new one that begins with that. Of two requests that go on from one answer, the second gets a session of its own, but
 * for answers to what waited there: whoever sends those once more has lost the reply.
 */
export async function sessionByWords(
  { store }: SessionDeps,
  owner: Principal,
  conversation: Pick<Conversation, 'prior' | 'latest' | 'results' | 'decisions'>,
): Promise<Place> {
  const { prior } = conversation;
  const name = nameOf(owner, prior);
  const known = prior.length === 0 ? undefined : await store.conversations.take(name);
  if (known !== undefined) return { sessionId: known, name };
  const answered = answersName(owner, conversation);
  const before = answered && (await store.conversations.find(answered));
  if (before !== undefined) return { sessionId: before };
  const left = await leftBefore(store, owner, conversation);
  if (left !== undefined) return { sessionId: left, latestOnly: true };
  const { id } = await store.sessions.create(owner.id, randomUUID());
  await appendInSlices(store, id, asThread(prior, `${id}:before`));
  return { sessionId: id };
}

/** The session whose last answer the client went away from: it has the beginning of that, or nothing of it. */
async function leftBefore(
  store: SessionDeps['store'],
  owner: Principal,
  { latest: { behind }, results, decisions }: Pick<Conversation, 'latest' | 'results' | 'decisions'>,
): Promise<string | undefined> {
  const asked = behind.at(-1)?.role === 'assistant' ? behind.slice(0, -1) : behind;
  if (asked.length === 0 || results.length + decisions.length > 0) return undefined;
  return store.conversations.take(leftName(owner, asked));
}

/** A conversation of thousands of messages is written while others are served; it has no name yet, so nobody sees a part. */
async function appendInSlices(
  store: SessionDeps['store'],
  sessionId: string,
  messages: readonly TurnMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += ROWS_AT_ONCE) {
    await store.threads.append(sessionId, messages.slice(start, start + ROWS_AT_ONCE));
    await nextTurn();
  }
}

/** Names a session by the words that it now ends with, for the request that will go on from them. */
export async function rememberWords(
  { store }: SessionDeps,
  owner: Principal,
  sessionId: string,
  said: readonly ChatMessage[],
): Promise<void> {
  await store.conversations.bind(nameOf(owner, said), sessionId);
}

/** Names a session by the question whose client went away before the answer had ended. */
export async function rememberLeft(
  { store }: SessionDeps,
  owner: Principal,
  sessionId: string,
  said: readonly ChatMessage[],
): Promise<void> {
  await store.conversations.bind(leftName(owner, said), sessionId);
}

function leftName({ id: owner }: Principal, said: readonly ChatMessage[]): ThreadName {
  return { plugin: DOOR, owner, key: `left:${conversationHash(said)}` };
}

/** Names a session by the answers that it now goes on with, for when the same come again. */
export async function rememberAnswers(
  { store }: SessionDeps,
  owner: Principal,
  sessionId: string,
  conversation: Pick<Conversation, 'prior' | 'results' | 'decisions'>,
): Promise<void> {
  const name = answersName(owner, conversation);
  if (name !== undefined) await store.conversations.bind(name, sessionId);
}

function answersName(
  { id: owner }: Principal,
  { prior, results, decisions }: Pick<Conversation, 'prior' | 'results' | 'decisions'>,
): ThreadName | undefined {
  if (results.length + decisions.length === 0) return undefined;
  const key = `answers:${conversationHash(prior)}:${canonicalHash({ results, decisions })}`;
  return { plugin: DOOR, owner, key };
}

function nameOf(owner: Principal, said: readonly ChatMessage[]): ThreadName {
  return { plugin: DOOR, owner: owner.id, key: `words:${conversationHash(said)}` };
}

/**
 * The message that a client wants answered again, of a session that it names: it says once more what was said last, and
 * leaves out the answer to that.
 */
export async function answeredAgain(
  { store }: SessionDeps,
  sessionId: string,
  { prior, message }: Conversation,
): Promise<string | undefined> {
  const thread = await store.threads.messages(sessionId);
  const asked = thread.findLastIndex(({ role }) => role === 'user');
  const question = thread[asked];
  if (question === undefined || plain(question.content) !== plain(message)) return undefined;
  if (!thread.slice(asked).some(({ role }) => role === 'assistant')) return undefined;
  const before = prior.filter(({ role }) => role === 'user');
  const asksBefore = thread.slice(0, asked).filter(({ role }) => role === 'user');
  const isSame =
    before.length === asksBefore.length &&
    before.every(({ content }, at) => plain(textOf(content)) === plain(asksBefore[at]?.content ?? ''));
  return isSame ? question.id : undefined;
}
