import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { rawCid } from './cid.js';

/** What is known of a plaintext once it went by. */
export interface Measured {
  readonly size: number;
  readonly contentHash: string;
  readonly cid: string;
  readonly crc32: number;
}

/** Sums up a plaintext while it streams. */
export class Meter {
  #sha256 = createHash('sha256');
  #crc32 = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(bytes: Uint8Array): void {
    this.#sha256.update(bytes);
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#size += bytes.length;
  }

  /** One that goes on from here by itself. */
  copy(): Meter {
    const twin = new Meter();
    twin.#sha256 = this.#sha256.copy();
    twin.#crc32 = this.#crc32;
    twin.#size = this.#size;
    return twin;
  }

  /** Call once, at the end. */
  finish(): Measured {
    const digest = this.#sha256.digest();
    return {
      size: this.#size,
      contentHash: digest.toString('hex'),
      cid: rawCid(digest),
      crc32: this.#crc32,
    };
  }
}
