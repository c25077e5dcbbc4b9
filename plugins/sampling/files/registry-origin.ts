import { sha256Hex } from 'oracle-runtime/kit';
import type { FileEntry } from '../../vfs/service.js';

/** The version of a kept file that a registry was read from. */
export interface RegistryOrigin {
  readonly path: string;
  readonly version: number;
  readonly cid: string;
  /** SHA-256 of the file, hexadecimal: what `sha256sum` prints. */
  readonly sha256: string;
}

export function originOf({ path, version, cid, contentHash }: FileEntry): RegistryOrigin {
  return { path, version, cid, sha256: contentHash };
}

/** One text for the same version of the same file understood in the same way, so that it is registered once. */
export function originKey(origin: RegistryOrigin, understood: object): string {
  return sha256Hex(JSON.stringify([origin.path, origin.version, origin.cid, understood]));
}
