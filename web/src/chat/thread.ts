import { signal } from '@preact/signals';
import {
  type Attachment,
  type ClientEvent,
  type Decision,
  OracleError,
  type PendingApproval,
  type PendingCall,
} from 'oracle-runtime/client';
import { attempt, note, settle, wordsOf } from '../app/faults.js';
import { client } from '../app/oracle.js';
import { t } from '../words/index.js';
import { applyEvent } from './apply-event.js';
import { noteMeanwhile } from './meanwhile.js';
import { pageTools, runPageCall } from './page-tools.js';
import { recallOutputs, recallRun } from './recall.js';
import { Speaker } from './speaker.js';
import { isAhead, type LastRun, readDetail, readMessages } from './stored-thread.js';
import { turnsOf } from './stored-turns.js';
import { tellEvent } from './tell-event.js';
import { leaveUndone, runsOf, type Turn, turnOf, turnOfCall, withSaying } from './turns.js';

/** What was decided about one call. */
export type Decided = Decision;

/** What came of trying to begin or go on with a run: `late` when another tab or door was first. */
type Begun = 'begun' | 'late' | 'failed';

/** One conversation as it is on the screen. */
export class Thread {
  readonly sessionId: string;
  readonly title = signal<string | null>(null);
  readonly turns = signal<readonly Turn[]>([]);
  readonly state = signal<'loading' | 'idle' | 'running' | 'missing'>('loading');
  /** What waits for a decision. */
  readonly approvals = signal<readonly PendingApproval[]>([]);
  /** What the oracle asks the person through the page, while no dialog does. */
  readonly calls = signal<readonly PendingCall[]>([]);
  readonly reconnecting = signal(false);
  /** Called when something about the conversation changed that lists show. */
  readonly #changed: () => void;
  readonly me: string;
  #following: AbortController | undefined;
  /** The run that is shown last. */
  #last: LastRun | undefined;
  #left = false;
  /** How many runs were followed here; what is read across a change of it is behind. */
  #followed = 0;
  #isBehind = false;

  constructor(sessionId: string, me: string, changed: () => void) {
    this.sessionId = sessionId;
    this.me = me;
    this.#changed = changed;
  }

  /** Reads what is stored, and goes on with the run that is under way or waits. */
  async load(): Promise<void> {
    this.#following?.abort();
    this.#following = undefined;
    const followed = this.#followed;
    try {
      const detail = await readDetail(this.sessionId);
      const messages = await readMessages(this.sessionId);
      // What was begun here meanwhile stands in none of them: it is shown, and they are read again behind it.
      if (followed !== this.#followed) {
        this.#isBehind = true;
        return;
      }
      this.#isBehind = false;
      this.title.value = detail.title;
      this.turns.value = turnsOf(messages, this.me);
      this.approvals.value = [];
      this.calls.value = [];
      const { activeRunId, lastRun } = detail;
      this.#last = lastRun ?? undefined;
      if (activeRunId !== null) {
        void this.#follow((following) => client.follow(this.sessionId, activeRunId, following), 'other');
        return;
      }
      this.state.value = 'idle';
      const open =
        lastRun?.status === 'interrupted' || lastRun?.status === 'error' ? lastRun.runId : undefined;
      if (open !== undefined) {
        const waiting = await recallRun(this.sessionId, open, this.turns.value, true);
        this.approvals.value = waiting?.approvals ?? [];
        this.calls.value = waiting?.calls ?? [];
      }
      void recallOutputs(this.sessionId, () => this.turns.value, open);
    } catch (error) {
      if (OracleError.isInstance(error) && error.status === 404) this.state.value = 'missing';
      else {
        this.state.value = 'idle';
        note(wordsOf(error), 'bad');
      }
    }
  }

  /** Looks whether another tab or door went on, and shows it. */
  async check(): Promise<void> {
    if (this.state.value !== 'idle') return;
    const detail = await readDetail(this.sessionId).catch((error: unknown) => {
      // It was deleted in another tab or door.
      if (OracleError.isInstance(error) && error.status === 404) this.state.value = 'missing';
    });
    if (detail === undefined || this.#left || this.state.value !== 'idle') return;
    if (isAhead(detail, this.#last)) await this.load();
  }

  /** Stops looking; a run goes on without the page. */
  leave(): void {
    this.#left = true;
    this.#following?.abort();
    this.#following = undefined;
  }

  /** @returns whether the oracle took it */
  async send(message: string, attachments: readonly Attachment[] = []): Promise<boolean> {
    const turn = turnOf({
      id: `new ${Date.now()}`,
      said: message,
      attachments,
      at: new Date().toISOString(),
    });
    this.turns.value = [...this.turns.value, turn];
    const tools = pageTools();
    const begun = await this.#follow((following) =>
      client.send(this.sessionId, message, { ...following, attachments, tools }),
    );
    if (begun === 'failed') this.turns.value = this.turns.value.filter((each) => each !== turn);
    return begun === 'begun';
  }

  /** Answers the last message again. */
  async again(turn: Turn): Promise<void> {
    const [runId = ''] = runsOf(turn);
    const messageId = turn.id.includes(':') ? turn.id : `${runId}:user`;
    const before = this.turns.value;
    const at = before.indexOf(turn);
    this.turns.value = [...before.slice(0, at), turnOf({ ...turn, id: messageId })];
    const begun = await this.#follow((following) => client.regenerate(this.sessionId, messageId, following));
    if (begun === 'failed') this.turns.value = before;
    else if (begun === 'begun') await this.#reload();
  }

  /** Brings another answer to a message back. */
  async choose(answer: string): Promise<void> {
    await attempt(async () => {
      await client.call('PATCH', `/sessions/${encodeURIComponent(this.sessionId)}`, {
        body: { active: answer },
      });
      await this.#reload();
    });
  }

  async undo(): Promise<void> {
    const turn = turnOf({ id: `undo ${Date.now()}`, said: t('chat.undo'), attachments: [] });
    this.turns.value = [...this.turns.value, turn];
    if ((await this.#follow((following) => client.undo(this.sessionId, following))) === 'failed')
      this.turns.value = this.turns.value.filter((each) => each !== turn);
  }

  /** Answers all that waits. */
  async decide(decisions: readonly Decided[]): Promise<void> {
    const waiting = this.approvals.value;
    this.approvals.value = [];
    const done = await this.#follow(
      (following) => client.resume(this.sessionId, { decisions }, following),
      'answer',
    );
    if (done === 'failed') this.approvals.value = waiting;
    if (done === 'late') {
      await noteMeanwhile(
        this.sessionId,
        waiting.map(({ id }) => id),
      );
      await this.load();
    }
  }

  /** Asks the person what the oracle asks of them, then on with the run. */
  async answer(): Promise<void> {
    const calls = this.calls.value;
    this.calls.value = [];
    const results = await Promise.all(calls.map(runPageCall));
    // Whoever was asked may be gone by now.
    if (this.#left) return;
    const done = await this.#follow(
      (following) => client.resume(this.sessionId, { results }, following),
      'answer',
    );
    if (done === 'failed') this.calls.value = calls;
    if (done === 'late') {
      note(t('approval.meanwhile'), 'bad');
      await this.load();
    }
  }

  async stop(): Promise<void> {
    await attempt(() => client.abort(this.sessionId));
    this.approvals.value = [];
    this.calls.value = [];
    await this.check();
  }

  /** The stored thread, with the data that answers rest on. */
  async #reload(): Promise<void> {
    this.turns.value = turnsOf(await readMessages(this.sessionId), this.me);
    await recallOutputs(this.sessionId, () => this.turns.value, undefined);
  }

  /**
   * Follows a run to its end.
   * @param whose who began it: only the tab that did asks the person what the oracle asks on the way; `answer` goes on with
   * one that waits, which another tab or door may have answered before
   */
  async #follow(
    open: (following: { signal: AbortSignal; onReconnect: () => void }) => AsyncGenerator<ClientEvent>,
    whose: 'own' | 'other' | 'answer' = 'own',
  ): Promise<Begun> {
    const following = new AbortController();
    this.#following?.abort();
    this.#following = following;
    this.#followed += 1;
    this.state.value = 'running';
    const fresh = new Set<string>();
    const speaker = new Speaker();
    let begun = false;
    try {
      const onReconnect = () => {
        this.reconnecting.value = true;
      };
      for await (const event of open({ signal: following.signal, onReconnect })) {
        this.reconnecting.value = false;
        if (!begun) {
          settle();
          this.#changed();
        }
        begun = true;
        this.#take(event, fresh, speaker);
      }
    } catch (error) {
      if (following.signal.aborted) return 'begun';
      if (OracleError.isInstance(error) && error.code === 'run_active') {
        // Another tab or door is ahead: what it began is followed here too.
        void this.load();
        return 'late';
      }
      if (whose === 'answer' && OracleError.isInstance(error) && error.code === 'conflict') return 'late';
      note(wordsOf(error), 'bad');
      if (begun) void this.load();
    } finally {
      if (this.#following === following) {
        this.reconnecting.value = false;
        this.state.value = 'idle';
        this.#following = undefined;
      }
    }
    speaker.end();
    this.#changed();
    if (this.#isBehind) await this.load();
    if (whose !== 'other' && this.calls.value.length > 0) await this.answer();
    return begun ? 'begun' : 'failed';
  }

  #take(event: ClientEvent, fresh: Set<string>, speaker: Speaker): void {
    if (event.type === 'decided' && event.said !== undefined)
      this.turns.value = withSaying(this.turns.value, this.#last?.runId ?? '', event.said);
    const last = this.turns.value.at(-1);
    const isOfCall = event.type === 'tool_call' || event.type === 'decided';
    const turn = isOfCall ? (turnOfCall(this.turns.value, event.id) ?? last) : last;
    if (turn === undefined) return;
    applyEvent(turn, event, fresh);
    tellEvent(event, speaker);
    if (isEnd(event) && this.#last !== undefined) this.#last = { ...this.#last, status: event.type };
    if (event.type === 'run') {
      this.#last = { runId: event.runId, status: 'running' };
      // What was said settles what waited: it is done by what follows, or not at all.
      this.approvals.value = [];
      this.calls.value = [];
      leaveUndone(this.turns.value);
      if (turn.id.startsWith('new ')) this.#rename(turn, `${event.runId}:user`);
    } else if (event.type === 'interrupted') {
      this.approvals.value = event.approvals;
      this.calls.value = event.calls ?? [];
    }
  }

  #rename(turn: Turn, id: string): void {
    this.turns.value = this.turns.value.map((each) => (each === turn ? { ...turn, id } : each));
  }
}

function isEnd({ type }: ClientEvent): boolean {
  return type === 'done' || type === 'error' || type === 'cancelled' || type === 'interrupted';
}
