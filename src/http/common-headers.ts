import type { ServerResponse } from 'node:http';

const REQUEST_ID = 'X-Request-Id';

/** The headers that every answer carries, besides its request id; an answer's own replace them. */
export class CommonHeaders {
  readonly #pairs: readonly (readonly [name: string, value: string])[];
  readonly #merged = new WeakMap<object, readonly string[]>();

  constructor(headers: Readonly<Record<string, string>>) {
    this.#pairs = Object.entries(headers);
  }

  /** Sets them one by one. */
  set(response: ServerResponse, requestId: string): void {
    response.setHeader(REQUEST_ID, requestId);
    for (const [name, value] of this.#pairs) response.setHeader(name, value);
  }

  /** All headers of an answer as `writeHead` takes them: names and values in turn. */
  headOf(own: Readonly<Record<string, string>>, requestId: string): string[] {
    const known = this.#merged.get(own);
    if (known !== undefined) return [REQUEST_ID, requestId, ...known];
    const merged = this.#merge(own);
    // What is frozen is the same at its next use.
    if (Object.isFrozen(own)) this.#merged.set(own, merged);
    return [REQUEST_ID, requestId, ...merged];
  }

  #merge(own: Readonly<Record<string, string>>): string[] {
    const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
    const kept = this.#pairs.filter(([name]) => !names.has(name.toLowerCase()));
    return [...kept, ...Object.entries(own)].flat();
  }
}
