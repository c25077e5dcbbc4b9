import type { BlobRef } from '../types.js';

/** Blobs that this process is reading, so that no sweep takes them away. */
export class Pins {
  readonly #counts = new Map<string, number>();

  /** @returns the release, which counts once */
  pin(refs: readonly Pick<BlobRef, 'blob'>[]): () => void {
    const blobs = refs.map(({ blob }) => blob);
    for (const blob of blobs) this.#counts.set(blob, (this.#counts.get(blob) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      for (const blob of blobs) {
        const count = (this.#counts.get(blob) ?? 0) - 1;
        if (count > 0) this.#counts.set(blob, count);
        else this.#counts.delete(blob);
      }
    };
  }

  has(blob: string): boolean {
    return this.#counts.has(blob);
  }
}
