import type { embedder } from './embeddings.js';
import type { Item, Store } from './store.js';
import type { Subject } from './verify.js';

/** A page after the newest. */
const NEWEST = Number.MAX_SAFE_INTEGER;
/** Of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
const FUSION = 60;

/** What one subject may do with their memories; there is no way from here to another's. */
export class MemoryBox {
  constructor(
    private readonly store: Store,
    private readonly embed: ReturnType<typeof embedder>,
    private readonly who: Subject,
    private readonly now: () => number,
  ) {}

  async search(query: string, limit: number): Promise<Item[]> {
    const vector = await this.embed(query, true);
    const byWords = this.store.byWords(this.who, query, limit * 2);
    return vector === undefined
      ? byWords.slice(0, limit)
      : fused([byWords, this.store.byMeaning(this.who, vector, limit * 2)]).slice(0, limit);
  }

  async save(text: string, tags: readonly string[], source: string | undefined): Promise<Item> {
    const item = { text, tags, at: this.#today(), ...(source && { source }) };
    return this.store.save(this.who, item, await this.embed(text));
  }

  async edit(id: string, text: string): Promise<Item | null> {
    return this.store.edit(this.who, id, { text, at: this.#today() }, await this.embed(text));
  }

  get(id: string): Item | null {
    return this.store.get(this.who, id);
  }

  forget(id: string): boolean {
    return this.store.forget(this.who, id);
  }

  list(limit: number, cursor: string | undefined): { items: Item[]; nextCursor?: string } {
    const before = cursor === undefined ? NEWEST : Number(cursor);
    const { items, next } = this.store.list(this.who, limit, Number.isSafeInteger(before) ? before : 0);
    return { items, ...(next !== undefined && { nextCursor: String(next) }) };
  }

  #today(): string {
    return new Date(this.now()).toISOString();
  }
}

/** Lists of the same things as one: what stands high in several stands highest. */
function fused(lists: readonly (readonly Item[])[]): Item[] {
  const scores = new Map<string, { readonly item: Item; score: number }>();
  for (const list of lists) {
    for (const [rank, item] of list.entries()) {
      const entry = scores.get(item.id) ?? { item, score: 0 };
      entry.score += 1 / (FUSION + rank + 1);
      scores.set(item.id, entry);
    }
  }
  return [...scores.values()].toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}
