import { signal } from '@preact/signals';
import { tellChange } from '../app/changes.js';
import { attempt } from '../app/faults.js';
import { change, client, read } from '../app/oracle.js';
import { go } from '../app/route.js';
import { nextTitle } from './next-title.js';

/** A conversation as lists show it. */
export interface SessionEntry {
  readonly sessionId: string;
  readonly title: string | null;
  readonly updatedAt: string;
  readonly pinned: boolean;
  readonly archived: boolean;
  /** Of a search: the text around what was found. */
  readonly excerpt?: string;
}

interface Page {
  readonly sessions: readonly SessionEntry[];
  readonly cursor?: string;
}

const PAGE = 50;
const LONGEST_TITLE = 60;
/** More the oracle gives at once to nobody. */
const LARGEST_PAGE = 200;

/** The conversations of whoever is signed in, as far as they were looked at. */
export class Sessions {
  readonly list = signal<readonly SessionEntry[]>([]);
  readonly words = signal('');
  readonly archived = signal(false);
  /** Whether anything was put away, as far as it is known. */
  readonly hasArchived = signal(false);
  readonly more = signal(false);
  readonly loaded = signal(false);
  /** Words that the conversation which opens next says at once. */
  readonly toSay = signal<string | undefined>(undefined);
  readonly me: string;
  #cursor: string | undefined;
  /** Counts questions, so that a late answer to an old one is passed over. */
  #asked = 0;

  constructor(me: string) {
    this.me = me;
  }

  /** Reads the list anew, for the words that are looked for. */
  async refresh(): Promise<void> {
    if (await attempt(() => this.#readAgain())) this.loaded.value = true;
  }

  /** Looks whether it changed; nobody asked for it, so nobody is told when it fails. */
  async check(): Promise<void> {
    await this.#readAgain().catch(() => undefined);
  }

  async #readAgain(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const page = await this.#page(undefined, this.list.value.length);
    if (asked !== this.#asked) return;
    this.#take(page, []);
    this.hasArchived.value = this.archived.value
      ? page.sessions.length > 0
      : (await read<Page>('/sessions?limit=1&archived=only')).sessions.length > 0;
  }

  async readMore(): Promise<void> {
    const asked = this.#asked;
    await attempt(async () => {
      const page = await this.#page(this.#cursor);
      if (asked === this.#asked) this.#take(page, this.list.value);
    });
  }

  async rename(sessionId: string, title: string): Promise<void> {
    await this.#change(sessionId, { title });
  }

  async pin(sessionId: string, pinned: boolean): Promise<void> {
    await this.#change(sessionId, { pinned });
  }

  async archive(sessionId: string, archived: boolean): Promise<void> {
    await this.#change(sessionId, { archived });
  }

  async remove(sessionId: string): Promise<boolean> {
    const done = await attempt(() => client.sessions.remove(sessionId));
    if (done) tellChange();
    return done;
  }

  /**
   * A new conversation that begins as this one did, up to a message.
   * @param words what it goes on with, by which it is told from the other
   */
  async branch(sessionId: string, messageId: string, words?: string): Promise<string | undefined> {
    let made: string | undefined;
    await attempt(async () => {
      const path = `/sessions/${encodeURIComponent(sessionId)}/branch`;
      const begun = await change<SessionEntry>('POST', path, { messageId });
      made = begun.sessionId;
      const title =
        words?.slice(0, LONGEST_TITLE) ?? (begun.title && nextTitle(begun.title, this.list.value));
      if (title) await client.sessions.change(made, { title });
      tellChange();
      go('s', made);
    });
    return made;
  }

  async #change(sessionId: string, changes: object): Promise<void> {
    await attempt(async () => {
      await client.call('PATCH', `/sessions/${encodeURIComponent(sessionId)}`, { body: changes });
      tellChange();
    });
  }

  /** @param atLeast what is shown already, and is not to vanish from a list that is read anew */
  #page(cursor: string | undefined, atLeast = PAGE): Promise<Page> {
    const words = this.words.value.trim();
    const query = new URLSearchParams({
      limit: String(Math.min(LARGEST_PAGE, Math.max(PAGE, atLeast))),
      archived: this.archived.value ? 'only' : 'exclude',
      ...(words === '' ? {} : { q: words }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    return read<Page>(`/sessions?${query}`);
  }

  #take({ sessions, cursor }: Page, before: readonly SessionEntry[]): void {
    this.#cursor = cursor;
    this.list.value = [...before, ...sessions];
    this.more.value = cursor !== undefined;
  }
}
