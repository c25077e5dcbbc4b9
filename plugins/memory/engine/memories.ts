import type { UpstreamWatch } from 'oracle-runtime/mcp';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { Clients } from './clients.js';
import { nobody, subjectOf } from './credentials.js';
import { type Memory, readAnswer } from './memory.js';
import { theOneMeant } from './the-one-meant.js';

type Who = Pick<Principal, 'kind' | 'id'>;
type Args = Readonly<Record<string, unknown>>;

/** Memories that are looked through for the one that words mean. */
const LOOKED_AT = 20;

/** What is remembered of whoever asks. Every method throws OracleError `unauthenticated` for who is nobody. */
export class Memories {
  readonly #clients: Clients;
  readonly #server: UpstreamWatch;

  constructor(clients: Clients, server: UpstreamWatch) {
    this.#clients = clients;
    this.#server = server;
  }

  async search(who: Who, query: string, limit: number, signal: AbortSignal): Promise<readonly Memory[]> {
    const { items } = await this.#ask('items', who, 'memory_search', { query, limit }, signal);
    return items.slice(0, limit);
  }

  /** The newest first. */
  list(
    who: Who,
    page: { readonly limit: number; readonly cursor?: string | undefined },
    signal: AbortSignal,
  ) {
    const { limit, cursor } = page;
    const args = { limit, ...(cursor === undefined ? {} : { cursor }) };
    return this.#ask('items', who, 'memory_list', args, signal);
  }

  async save(
    who: Who,
    memory: { readonly text: string; readonly tags: readonly string[]; readonly source?: string },
    signal: AbortSignal,
  ): Promise<Memory> {
    return there((await this.#ask('item', who, 'memory_save', memory, signal)).item, 'it was saved');
  }

  async edit(who: Who, id: string, text: string, signal: AbortSignal): Promise<Memory> {
    return there((await this.#ask('item', who, 'memory_edit', { id, text }, signal)).item, 'it was changed');
  }

  /**
   * The memory of this id, or the one that these words mean.
   * @throws OracleError `not_found`, `invalid_request` when they may mean several
   */
  async find(who: Who, said: string, signal: AbortSignal): Promise<Memory> {
    const { item } = await this.#ask('item', who, 'memory_get', { id: said }, signal);
    return item ?? theOneMeant(said, await this.search(who, said, LOOKED_AT, signal));
  }

  /**
   * Forgets one, and looks whether it is forgotten.
   * @throws OracleError `upstream_failed` when the engine still knows it
   */
  async forget(who: Who, memory: Memory, signal: AbortSignal): Promise<void> {
    await this.#ask('forgotten', who, 'memory_forget', { id: memory.id }, signal);
    const [found, { item }] = await Promise.all([
      this.search(who, memory.text, LOOKED_AT, signal),
      this.#ask('item', who, 'memory_get', { id: memory.id }, signal),
    ]);
    if (item === null && found.every(({ id }) => id !== memory.id)) return;
    throw new OracleError('upstream_failed', {
      detail: 'The memory engine says that it has forgotten this, but still finds it.',
      hint: 'Tell the operator of the engine; it is not forgotten.',
    });
  }

  #ask<Shape extends Parameters<typeof readAnswer>[0]>(
    shape: Shape,
    who: Who,
    tool: string,
    args: Args,
    signal: AbortSignal,
  ) {
    const subject = subjectOf(who);
    if (subject === undefined) throw nobody();
    return this.#server.noting(signal, async () =>
      readAnswer(shape, subject, await this.#clients.call(subject, tool, args, signal)),
    );
  }
}

function there(memory: Memory | null, what: string): Memory {
  if (memory !== null) return memory;
  throw new OracleError('upstream_failed', { detail: `The memory engine does not say that ${what}.` });
}
