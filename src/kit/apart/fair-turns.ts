import { addTo } from '../add-to.js';
/** Who waits for a turn, and in which order: owners take turns, so that nobody waits for all that another one asked for. */
export class FairTurns<Item> {
  readonly #queues = new Map<string, Item[]>();
  #last: string | undefined;

  waitingOf(owner: string): number {
    return this.#queues.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    addTo(this.#queues, owner, item);
  }

  /** The oldest item of the owner whose last turn is the longest ago. */
  next(): Item | undefined {
    const [first, second] = this.#queues.keys();
    // Whoever had the last turn may have come back before the others.
    const owner = first === this.#last ? (second ?? first) : first;
    const queue = owner === undefined ? undefined : this.#queues.get(owner);
    if (owner === undefined || queue === undefined) return undefined;
    const item = queue.shift();
    this.#queues.delete(owner);
    if (queue.length > 0) this.#queues.set(owner, queue);
    this.#last = owner;
    return item;
  }
}
