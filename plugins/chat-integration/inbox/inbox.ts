import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import type { Incoming } from '../events/incoming.js';
import type { ChatTables } from '../store/tables.js';

/** How long an event is known as the same, delivered again or not. */
const REMEMBERED_MS = 24 * 3_600_000;
/** How long a process may be silent before another takes over what it held. */
const HELD_MS = 60_000;
export const HOLD_AGAIN_MS = 20_000;
/** How long what failed is left alone. */
const AGAIN_AFTER_MS = 10_000;
/** How long and how seldom an answer is tried that Slack does not take. */
const PATIENT_MS = 12 * 3_600_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Attempts at one event, each by a process that then ended or failed. */
const MOST_TRIES = 3;

export interface InboxItem {
  readonly key: string;
  readonly incoming: Incoming;
  /** The message that an answer which was begun before stands in. */
  readonly replyTs: string | undefined;
  /** Nobody will try again. */
  readonly last: boolean;
  /** Nobody waits any longer for Slack to take its answer. */
  readonly isOld: boolean;
}

/** What came from Slack and is to be worked on: kept before it is acknowledged, each event once, for 24 hours. */
export interface Inbox {
  /** The key of what is new; undefined for what was here before. */
  keep(incoming: Incoming): Promise<string | undefined>;
  /** Takes an item for this process; undefined when it is done or another holds it. */
  take(key: string): Promise<InboxItem | undefined>;
  /** What is waiting and nobody holds, oldest first. */
  waiting(): Promise<readonly { readonly key: string; readonly incoming: Incoming }[]>;
  holdOn(key: string): Promise<void>;
  replyStandsIn(key: string, ts: string): Promise<void>;
  finish(key: string): Promise<void>;
  /**
   * Lets go of an item, so that it is tried again. One that this process has no time for has not failed, nor has one whose
   * answer Slack does not take now: that is tried again for half a day, less and less often.
   */
  letGo(key: string, how: 'failed' | 'unfinished' | 'away'): Promise<void>;
  /** Whether this message came here, within the time that events are known. */
  knows(key: string): Promise<boolean>;
  forgetOld(): Promise<void>;
}

export function createInbox(db: Kysely<ChatTables>, clock: Clock): Inbox {
  const table = 'chat_integration_inbox';
  const change = (key: string) => db.updateTable(table).where('key', '=', key);
  return {
    async keep(incoming) {
      const key = keyOf(incoming);
      const { numInsertedOrUpdatedRows } = await db
        .insertInto(table)
        .values({
          key,
          event_id: incoming.kind === 'message' ? incoming.eventId : key,
          body: JSON.stringify(incoming),
          done: 0,
          tries: 0,
          held_until: 0,
          reply_ts: null,
          received_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? key : undefined;
    },
    async take(key) {
      const now = clock.now();
      const row = await change(key)
        .where('done', '=', 0)
        .where('held_until', '<=', now)
        .set((column) => ({ held_until: now + HELD_MS, tries: column('tries', '+', 1) }))
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        key,
        incoming: JSON.parse(row.body) as Incoming,
        replyTs: row.reply_ts ?? undefined,
        last: row.tries >= MOST_TRIES,
        isOld: now - Number(row.received_at) >= PATIENT_MS,
      };
    },
    async waiting() {
      const rows = await db
        .selectFrom(table)
        .select(['key', 'body'])
        .where('done', '=', 0)
        .where('held_until', '<=', clock.now())
        .orderBy('received_at')
        .limit(100)
        .execute();
      return rows.map(({ key, body }) => ({ key, incoming: JSON.parse(body) as Incoming }));
    },
    async holdOn(key) {
      await change(key)
        .set({ held_until: clock.now() + HELD_MS })
        .execute();
    },
    async replyStandsIn(key, ts) {
      await change(key).set({ reply_ts: ts }).execute();
    },
    async finish(key) {
      await change(key).set({ done: 1, body: '' }).execute();
    },
    async letGo(key, how) {
      const now = clock.now();
      const row = await db.selectFrom(table).select('received_at').where('key', '=', key).executeTakeFirst();
      const age = now - Number(row?.received_at ?? now);
      const pause = how === 'failed' ? AGAIN_AFTER_MS : Math.min(LONGEST_PAUSE_MS, AGAIN_AFTER_MS + age / 4);
      await change(key)
        .set((column) => ({
          held_until: how === 'unfinished' ? 0 : Math.round(now + pause),
          tries: column('tries', '-', how === 'failed' ? 0 : 1),
        }))
        .execute();
    },
    async knows(key) {
      const row = await db.selectFrom(table).select('key').where('key', '=', key).executeTakeFirst();
      return row !== undefined;
    },
    async forgetOld() {
      await db
        .deleteFrom(table)
        .where('done', '=', 1)
        .where('received_at', '<=', clock.now() - REMEMBERED_MS)
        .execute();
    },
  };
}

/** Of a message; the same for whatever is told of it later. */
export function messageKey({ team, channel, ts }: Pick<Incoming, 'team' | 'channel' | 'ts'>): string {
  return `${team}/${channel}/${ts}`;
}

function keyOf(incoming: Incoming): string {
  const { team, channel, ts } = incoming;
  return incoming.kind === 'message'
    ? messageKey(incoming)
    : `press/${team}/${channel}/${ts}/${incoming.user}/${incoming.pressedAt}`;
}
