import { Lru } from 'oracle-runtime/kit';
import { SMALL_BYTES } from '../content/content-store.js';
import { type Measured, Meter } from '../content/measure.js';
import { isTextType } from '../content/mime-type.js';
import { IndexText } from '../search/index-text.js';
import type { Vfs } from '../vfs.js';
import type { PendingUpload } from './pending-upload.js';
import { readParts } from './upload-parts.js';

/** Of all uploads under way together. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** What the sums of one weigh. */
const ENTRY = 1_024;

/** What a file needs to know of content that comes in parts: its sums so far, and its beginning. */
export class Assembly {
  readonly #meter: Meter;
  readonly #head: Uint8Array[];
  readonly #headBytes: number;

  /** @param mimeType of a text the words are indexed */
  constructor(mimeType: string);
  constructor(mimeType: string, meter: Meter, head: readonly Uint8Array[]);
  constructor(mimeType: string, meter = new Meter(), head: readonly Uint8Array[] = []) {
    this.#meter = meter;
    this.#head = [...head];
    this.#headBytes = isTextType(mimeType) ? IndexText.bytes : SMALL_BYTES;
  }

  get size(): number {
    return this.#meter.size;
  }

  add(bytes: Uint8Array): void {
    const left = this.#headBytes - this.#meter.size;
    if (left > 0) this.#head.push(bytes.subarray(0, left));
    this.#meter.add(bytes);
  }

  /** One that goes on from here by itself. */
  copy(mimeType: string): Assembly {
    return new Assembly(mimeType, this.#meter.copy(), this.#head);
  }

  /** The beginning of the content: all of what is small, and what is indexed of a text. */
  head(): Buffer {
    return Buffer.concat(this.#head);
  }

  get headSize(): number {
    return Math.min(this.#meter.size, this.#headBytes);
  }

  /** Call once, at the end. */
  finish(): Measured {
    return this.#meter.finish();
  }
}

/**
 * The assemblies of uploads under way, so that the last byte is all that is missing when it comes. What another process
 * received, or this one before it was started anew, is read once more.
 */
export class Assemblies {
  readonly #vfs: Vfs;
  readonly #kept = new Lru<Assembly>(KEPT_BYTES);

  constructor(vfs: Vfs) {
    this.#vfs = vfs;
  }

  /** What the uploads hold one after the other, for the caller to go on with. */
  async of(uploads: readonly PendingUpload[], mimeType: string): Promise<Assembly> {
    const [first, ...rest] = uploads;
    if (first === undefined) return new Assembly(mimeType);
    const kept = first.mimeType === mimeType ? this.#kept.get(first.id) : undefined;
    const known = kept?.size === first.received ? kept : undefined;
    const assembly = known?.copy(mimeType) ?? new Assembly(mimeType);
    for (const upload of known === undefined ? uploads : rest)
      for await (const bytes of readParts(this.#vfs, upload)) assembly.add(bytes);
    return assembly;
  }

  keep(id: string, assembly: Assembly): void {
    this.#kept.set(id, assembly, ENTRY + assembly.headSize);
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }
}
