import type { Namespace } from '../paths/namespace.js';

/** What one upload has reserved; it can grow and must be released. */
export interface Reservation {
  grow(size: number): void;
  release(): void;
}

/** Bytes that uploads under way will add to their namespaces, so that many at once cannot pass a quota together. */
export class Reservations {
  readonly #bytes = new Map<Namespace, number>();

  /** Bytes that all uploads of the namespace have reserved. */
  total(namespace: Namespace): number {
    return this.#bytes.get(namespace) ?? 0;
  }

  /** Bytes that uploads have reserved in all namespaces that count. */
  sum(counts: (namespace: Namespace) => boolean): number {
    let sum = 0;
    for (const [namespace, bytes] of this.#bytes) if (counts(namespace)) sum += bytes;
    return sum;
  }

  begin(namespace: Namespace): Reservation {
    let own = 0;
    const change = (by: number) => {
      const total = this.total(namespace) + by;
      if (total > 0) this.#bytes.set(namespace, total);
      else this.#bytes.delete(namespace);
      own += by;
    };
    return {
      grow: (size) => {
        if (size > own) change(size - own);
      },
      release: () => change(-own),
    };
  }
}
