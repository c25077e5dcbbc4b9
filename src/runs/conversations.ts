import { type Clock, type Conversations, hasScope, OracleError, type Principal } from '../plugin/index.js';
import type { SentOnce, Store } from '../store/types.js';
import { userMessageId } from './opening.js';
import type { RunManager } from './run-manager-types.js';
import { titleOf } from './title.js';

/** How long a message that is delivered again is known as the same. */
const REMEMBERED_MS = 24 * 3_600_000;
const KEY_LENGTH = 500;
const MESSAGE_LENGTH = 100_000;

export interface ConversationDeps {
  readonly store: Pick<Store, 'sessions' | 'conversations' | 'threads'>;
  readonly clock: Clock;
  /** Undefined while plugins are set up. */
  readonly runs: () => RunManager | undefined;
}

/** Conversations as one plugin leads them. */
export function createConversations(plugin: string, deps: ConversationDeps): Conversations {
  const { store, clock } = deps;
  /** Messages on their way, by session and key: one that is delivered again meanwhile joins. */
  const sending = new Map<string, Promise<{ readonly runId: string }>>();

  function runsNow(): RunManager {
    const runs = deps.runs();
    if (runs === undefined) throw notYet();
    return runs;
  }

  function runsFor(principal: Principal): RunManager {
    const runs = runsNow();
    if (!hasScope(principal, 'chat')) throw mayNotChat(principal);
    return runs;
  }

  async function sendOnce(
    principal: Principal,
    sessionId: string,
    key: string,
    start: (once: SentOnce) => Promise<{ readonly runId: string }>,
  ): Promise<{ readonly runId: string }> {
    if ((await store.sessions.get(principal.id, sessionId)) === undefined) throw noSuchSession();
    const known = await store.conversations.sent({ plugin, sessionId, key });
    if (known !== undefined) return { runId: known };
    const place = `${sessionId} ${key}`;
    const underWay = sending.get(place);
    if (underWay !== undefined) return underWay;
    const started = start({ plugin, key, expiresAt: clock.now() + REMEMBERED_MS });
    sending.set(place, started);
    try {
      return await started;
    } finally {
      sending.delete(place);
    }
  }

  return {
    async open(principal, key) {
      runsFor(principal);
      checkKey('key', key);
      return store.conversations.open({ plugin, owner: principal.id, key });
    },

    has: async ({ id }, sessionId) => (await store.sessions.get(id, sessionId)) !== undefined,

    async send(principal, sessionId, { dedupeKey, ...message }) {
      const runs = runsFor(principal);
      checkMessage(message.message);
      if (dedupeKey !== undefined) checkKey('dedupeKey', dedupeKey);
      const { runId } = await (dedupeKey === undefined
        ? runs.start({ principal, sessionId, ...message })
        : sendOnce(principal, sessionId, dedupeKey, (once) =>
            runs.start({ principal, sessionId, ...message, once }),
          ));
      return { runId, messageId: userMessageId(runId) };
    },

    async *follow(principal, sessionId, runId, after, signal) {
      yield* runsFor(principal).events(principal, sessionId, runId, after, signal);
    },

    answer: async (principal, sessionId, { decisions = [], results = [] }) =>
      runsFor(principal).decide(principal, sessionId, decisions, results),

    async amend(sessionId, messageId, amendment) {
      if (amendment.state === 'corrected') checkLength(amendment.text);
      if (!(await store.conversations.isOpenedBy(plugin, sessionId))) return false;
      const amended = await store.threads.amend(sessionId, messageId, amendment);
      if (amended === undefined) return false;
      const { owner, sessionIds, before, now } = amended;
      for (const id of sessionIds) {
        const session = await store.sessions.get(owner, id);
        if (session?.title === titleOf(before.content))
          await store.sessions.update(owner, id, { title: titleOf(now.content) });
      }
      return true;
    },

    readReply: (message) => runsNow().readReply(message),

    cancel: async (principal, sessionId) => runsFor(principal).abort(principal, sessionId),
  };
}

function checkKey(field: string, key: string): void {
  if (key !== '' && key.length <= KEY_LENGTH) return;
  throw invalid(field, `must have 1 to ${KEY_LENGTH} characters`);
}

function checkLength(message: string): void {
  if (message.length > MESSAGE_LENGTH)
    throw invalid('message', `is longer than ${MESSAGE_LENGTH} characters`);
}

function checkMessage(message: string): void {
  checkLength(message);
  if (message.trim() === '') throw invalid('message', 'is blank');
}

function invalid(field: string, message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The ${field} of a conversation ${message}.`,
    errors: [{ field, message }],
  });
}

function notYet(): OracleError {
  return new OracleError('unavailable', {
    detail: 'Conversations can be led once all plugins are set up.',
    hint: 'Use `ctx.conversations` when there is a message to serve, not in `setup`.',
  });
}

function mayNotChat({ name }: Principal): OracleError {
  return new OracleError('forbidden', {
    detail: `${JSON.stringify(name)} may not talk to this oracle.`,
    hint: 'It needs the scope chat; for accounts from outside the operator sets `externalScopes` in oracle.config.json.',
  });
}

function noSuchSession(): OracleError {
  return new OracleError('not_found', { detail: 'There is no such session of yours.' });
}
