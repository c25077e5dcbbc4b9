import { abortable, SharedCache } from 'oracle-runtime/kit';
import type { Clock, DidDocuments } from 'oracle-runtime/plugin';
import type { ChainReader } from '../chain/chain-reader.js';
import type { IidDocument } from '../chain/records.js';
import { didDocumentOf } from './ixo-document.js';

/** Methods whose documents the chain keeps. */
export const CHAIN_METHODS: readonly string[] = ['ixo', 'x'];

export interface ChainDocumentsOptions {
  readonly reader: ChainReader;
  readonly clock: Clock;
  /** How long an answer holds: that long a key may still sign after it was rotated or its document deactivated. */
  readonly rememberMs: number;
  /** Answers that are kept; the least recently used goes first. */
  readonly mostRemembered: number;
  /** Ends look-ups when the process does. */
  readonly signal: AbortSignal;
}

/** Documents of the chain, each asked for once by all who want it at a time, and remembered for a moment. */
export class ChainDocuments implements DidDocuments {
  readonly #options: ChainDocumentsOptions;
  readonly #kept: SharedCache<IidDocument | undefined>;

  constructor(options: ChainDocumentsOptions) {
    this.#options = options;
    const { rememberMs: ttlMs, mostRemembered: maxEntries, clock } = options;
    this.#kept = new SharedCache({ ttlMs, maxEntries, clock });
  }

  get methods(): readonly string[] {
    return this.#options.reader.configured ? CHAIN_METHODS : [];
  }

  /** The chain's record, deactivated or not; undefined for an unknown DID. @throws OracleError */
  record(did: string, signal: AbortSignal): Promise<IidDocument | undefined> {
    const { reader, signal: ending } = this.#options;
    const found = this.#kept.get(did, () => reader.document(did, ending));
    return abortable(found, signal);
  }

  async resolve(did: string, signal: AbortSignal) {
    const record = await this.record(did, signal);
    return record === undefined || record.metadata?.deactivated === true ? undefined : didDocumentOf(record);
  }
}
