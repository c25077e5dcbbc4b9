import type { ServerResponse } from 'node:http';
import { isPrepared } from '../plugin/index.js';

const REQUEST_ID = 'X-Request-Id';

/** The headers that every answer carries, besides its request id; an answer's own replace them. */
export class CommonHeaders {
  readonly #common: readonly { readonly name: string; readonly lower: string; readonly value: string }[];
  readonly #merged = new WeakMap<object, readonly string[]>();

  constructor(headers: Readonly<Record<string, string>>) {
    this.#common = Object.entries(headers).map(([name, value]) => ({
      name,
      lower: name.toLowerCase(),
      value,
    }));
  }

  /** Sets them one by one. */
  set(response: ServerResponse, requestId: string): void {
    response.setHeader(REQUEST_ID, requestId);
    for (const { name, value } of this.#common) response.setHeader(name, value);
  }

  /** All headers of an answer as `writeHead` takes them: names and values in turn. */
  headOf(own: Readonly<Record<string, string>>, requestId: string): string[] {
    const known = this.#merged.get(own);
    if (known !== undefined) return [REQUEST_ID, requestId, ...known];
    const merged = this.#merge(own);
    if (isPrepared(own)) this.#merged.set(own, merged);
    return [REQUEST_ID, requestId, ...merged];
  }

  #merge(own: Readonly<Record<string, string>>): string[] {
    const names = Object.keys(own);
    const replaced = names.map((name) => name.toLowerCase());
    const merged: string[] = [];
    for (const { name, lower, value } of this.#common)
      if (!replaced.includes(lower)) merged.push(name, value);
    for (const name of names) merged.push(name, own[name] ?? '');
    return merged;
  }
}
