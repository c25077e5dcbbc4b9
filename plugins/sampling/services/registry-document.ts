import type { Blobs } from 'oracle-runtime/plugin';
import type { RegistryOrigin } from '../files/registry-origin.js';
import type { RegistryInspection } from '../registry/inspect-registry.js';
import type { RegistrySource } from '../registry/registry-source.js';
import type { ReadOptions } from '../registry/registry-table.js';

/** A stored registry: where its bytes are, how to read them, and what they hold. */
export interface RegistryDocument {
  readonly blob: string;
  readonly bytes: number;
  /** SHA-256 of these bytes, hexadecimal; absent from registries of before, until one of their size is drawn from. */
  readonly fileSha256?: string;
  readonly read: ReadOptions;
  readonly inspection: RegistryInspection;
  /** The kept file that it is a copy of, when it is one. */
  readonly origin?: RegistryOrigin;
}

/** The bytes of a stored registry, to be read as often as needed. */
export function storedSource(blobs: Blobs, { blob, inspection }: RegistryDocument): RegistrySource {
  return { name: inspection.name, open: () => blobs.get(blob) };
}
