/** A homeserver holds a sync for half a minute; twice that and some is no answer. */
const QUIET_MS = 75_000;

/** Whether the homeserver still answers: one that is frozen keeps its connections, and says nothing. */
export class Pulse {
  #heardAt: number | undefined;

  heard(now: number): void {
    this.#heardAt = now;
  }

  /** Nothing is waited for any more. */
  over(): void {
    this.#heardAt = undefined;
  }

  /** What is wrong, in words; undefined while it answers, or while nobody has asked. */
  silence(now: number): string | undefined {
    const quiet = this.#heardAt === undefined ? 0 : now - this.#heardAt;
    if (quiet < QUIET_MS) return undefined;
    return `The homeserver has not answered for ${Math.floor(quiet / 1_000)} s.`;
  }
}
