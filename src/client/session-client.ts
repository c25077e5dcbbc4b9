import { fieldOf } from './field-of.js';
import { noOracle, OracleError } from './oracle-error.js';
import type { Call } from './request.js';

/** A conversation as lists show it. */
export interface SessionSummary {
  readonly id: string;
  /** Null before the first message. */
  readonly title: string | null;
  /** RFC 3339 */
  readonly updatedAt: string;
  readonly pinned: boolean;
  readonly archived: boolean;
  /** Of a search: the text around what was found. */
  readonly excerpt?: string;
}

export interface ThreadEntry {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly createdAt: string;
  /** Why it is not whole: the run ended before, or the model had reached its length. */
  readonly incomplete?: 'interrupted' | 'cutOff';
  /** Of a message of somebody else: what they are called. */
  readonly by?: string;
  readonly raw: unknown;
}

/** A run that has more to say, or wants to be told something. */
export interface OpenRun {
  readonly runId: string;
  readonly status: 'running' | 'interrupted';
}

export interface SessionChanges {
  readonly title?: string;
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

export type ExportFormat = 'json' | 'markdown';

/** The sessions of whoever asks: the same from the page, the terminal and a key of the owner. */
export interface SessionClient {
  /** Id of whoever asks; undefined when the oracle does not say. */
  me(): Promise<string | undefined>;
  /** Pinned ones first, then the newest; with words, those in which all of them occur. */
  list(options?: {
    readonly words?: string;
    readonly limit?: number;
    readonly archived?: 'exclude' | 'include' | 'only';
  }): Promise<readonly SessionSummary[]>;
  /**
   * The session of an id, or of the beginning of one that no other has.
   * @throws OracleError `not_found`, `invalid_request` when several begin so
   */
  find(idOrHead: string): Promise<SessionSummary>;
  messages(sessionId: string): AsyncGenerator<ThreadEntry>;
  /** The session's last run, if it still goes on or waits for an answer. */
  openRun(sessionId: string): Promise<OpenRun | undefined>;
  change(sessionId: string, changes: SessionChanges): Promise<void>;
  remove(sessionId: string): Promise<void>;
  export(sessionId: string, format: ExportFormat): Promise<Response>;
}

const PAGE = 200;
/** Sessions among which the head of an id is looked for. */
const MOST_LOOKED_AT = 2000;

export function createSessionClient(call: Call): SessionClient {
  const at = (sessionId: string, rest = '') => `/sessions/${encodeURIComponent(sessionId)}${rest}`;

  async function* pages(path: string, name: string, query: Record<string, string>): AsyncGenerator<unknown> {
    let cursor: string | undefined;
    do {
      const search = new URLSearchParams({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      const body: unknown = await (await call('GET', `${path}?${search}`)).json();
      const items = fieldOf(body, name);
      if (!Array.isArray(items)) throw noOracle(`The answer has no list of ${name}.`);
      yield* items;
      const next = fieldOf(body, 'cursor');
      cursor = typeof next === 'string' ? next : undefined;
    } while (cursor !== undefined);
  }

  const list: SessionClient['list'] = async ({ words, limit = PAGE, archived = 'exclude' } = {}) => {
    const found: SessionSummary[] = [];
    const query = {
      limit: String(Math.min(limit, PAGE)),
      archived,
      ...(words === undefined ? {} : { q: words }),
    };
    for await (const item of pages('/sessions', 'sessions', query)) {
      found.push(summaryOf(item));
      if (found.length === limit) break;
    }
    return found;
  };

  let asker: Promise<string | undefined> | undefined;
  const me = () => {
    asker ??= call('GET', '/auth/session').then(async (answer) => {
      const id = fieldOf(await answer.json(), 'id');
      return typeof id === 'string' ? id : undefined;
    });
    return asker;
  };

  /** What somebody else who said a message is called. */
  async function otherOf(item: unknown): Promise<string | undefined> {
    const askedBy = fieldOf(item, 'askedBy');
    const id = fieldOf(askedBy, 'id');
    return id === undefined || id === (await me()) ? undefined : String(fieldOf(askedBy, 'name'));
  }

  return {
    me,
    list,
    async find(idOrHead) {
      if (/^[\w-]{20,128}$/.test(idOrHead)) return summaryOf(await (await call('GET', at(idOrHead))).json());
      const sessions = await list({ limit: MOST_LOOKED_AT, archived: 'include' });
      const found = sessions.filter(({ id }) => id === idOrHead || id.startsWith(idOrHead));
      const one = found.find(({ id }) => id === idOrHead) ?? (found.length === 1 ? found[0] : undefined);
      if (one !== undefined) return one;
      const isNone = found.length === 0;
      throw new OracleError(isNone ? 'not_found' : 'invalid_request', {
        status: isNone ? 404 : 400,
        detail: isNone
          ? `There is no session '${idOrHead}'.`
          : `${found.length} sessions begin with '${idOrHead}'.`,
        hint: 'See them with: oracle sessions list',
      });
    },
    async *messages(sessionId) {
      for await (const item of pages(at(sessionId, '/messages'), 'messages', { limit: String(PAGE) })) {
        const by = await otherOf(item);
        yield {
          ...incompleteness(item),
          id: String(fieldOf(item, 'id')),
          role: String(fieldOf(item, 'role')),
          content: String(fieldOf(item, 'content') ?? ''),
          createdAt: String(fieldOf(item, 'createdAt')),
          ...(by === undefined ? {} : { by }),
          raw: item,
        };
      }
    },
    async openRun(sessionId) {
      const last = fieldOf(await (await call('GET', at(sessionId))).json(), 'lastRun');
      const status = fieldOf(last, 'status');
      return status === 'running' || status === 'interrupted'
        ? { runId: String(fieldOf(last, 'runId')), status }
        : undefined;
    },
    async change(sessionId, changes) {
      await call('PATCH', at(sessionId), { body: changes });
    },
    async remove(sessionId) {
      await call('DELETE', at(sessionId));
    },
    export: (sessionId, format) => call('GET', at(sessionId, `/export?format=${format}`)),
  };
}

function incompleteness(item: unknown): Pick<ThreadEntry, 'incomplete'> {
  const incomplete = (['interrupted', 'cutOff'] as const).find((name) => fieldOf(item, name) === true);
  return incomplete === undefined ? {} : { incomplete };
}

function summaryOf(item: unknown): SessionSummary {
  const title = fieldOf(item, 'title');
  const excerpt = fieldOf(item, 'excerpt');
  return {
    id: String(fieldOf(item, 'sessionId')),
    title: typeof title === 'string' ? title : null,
    updatedAt: String(fieldOf(item, 'updatedAt')),
    pinned: fieldOf(item, 'pinned') === true,
    archived: fieldOf(item, 'archived') === true,
    ...(typeof excerpt === 'string' ? { excerpt } : {}),
  };
}
