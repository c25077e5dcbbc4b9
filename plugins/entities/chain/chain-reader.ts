import { oneLine } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ChainQueries } from '../../gateway/service.js';
import {
  type Claim,
  type Collection,
  claimSchema,
  collectionSchema,
  type Dispute,
  disputeSchema,
  type Entity,
  entitySchema,
  type IidDocument,
  iidDocumentSchema,
  pageSchema,
} from './records.js';

export interface Page<T> {
  readonly records: readonly T[];
  /** Where the next page begins, in base64; undefined on the last one. */
  readonly next: string | undefined;
  /** Records that are not understood and were left out: one of them must not hide all others. */
  readonly skipped: number;
  /** Of when it is, in milliseconds since the epoch, where the node is minutes behind. */
  readonly madeAt: number | undefined;
}

export interface PageRequest {
  readonly cursor: string | undefined;
  readonly limit: number;
}

type Body = Readonly<Record<string, unknown>>;

const ENTITY = 'ixo.entity.v1beta1.Query';
const IID = 'ixo.iid.v1beta1.Query';
const CLAIMS = 'ixo.claims.v1beta1.Query';

/** What the plugin asks the chain. A record that is not there is undefined; all else that fails is an OracleError. */
export class ChainReader {
  readonly #chain: ChainQueries;

  constructor(chain: ChainQueries) {
    this.#chain = chain;
  }

  get configured(): boolean {
    return this.#chain.address !== undefined;
  }

  /** Of when what the chain says now is, in milliseconds since the epoch, where that is minutes ago. */
  get madeAt(): number | undefined {
    return this.#chain.behind()?.madeAt;
  }

  /** @throws OracleError `unavailable` when no chain is configured */
  needChain(): void {
    if (this.configured) return;
    throw new OracleError('unavailable', {
      detail:
        'No chain is configured (CHAIN_GRPC_URL), so entities and claims cannot be read; did:key and did:web still resolve.',
      hint: 'Set CHAIN_GRPC_URL to the gRPC address of a node.',
    });
  }

  async document(did: string, signal: AbortSignal): Promise<IidDocument | undefined> {
    const body = await this.#find(`${IID}/IidDocument`, did, signal);
    const document = body && parsed(z.object({ iidDocument: iidDocumentSchema }), body).iidDocument;
    // A node that knows no such document may also answer with an empty one.
    return document && about(did, document.id, document);
  }

  async entity(
    id: string,
    signal: AbortSignal,
  ): Promise<{ entity: Entity; document: IidDocument | undefined } | undefined> {
    const body = await this.#find(`${ENTITY}/Entity`, id, signal);
    if (body === undefined) return undefined;
    const shape = z.object({ entity: entitySchema, iidDocument: iidDocumentSchema.nullish() });
    const { entity, iidDocument } = parsed(shape, body);
    if (about(id, entity.id, entity) === undefined) return undefined;
    return { entity, document: iidDocument?.id === id ? iidDocument : undefined };
  }

  async collection(id: string, signal: AbortSignal): Promise<Collection | undefined> {
    const body = await this.#find(`${CLAIMS}/Collection`, id, signal);
    const collection = body && parsed(z.object({ collection: collectionSchema }), body).collection;
    return collection && about(id, collection.id, collection);
  }

  async claim(id: string, signal: AbortSignal): Promise<Claim | undefined> {
    const body = await this.#find(`${CLAIMS}/Claim`, id, signal);
    const claim = body && parsed(z.object({ claim: claimSchema }), body).claim;
    return claim && about(id, claim.claim_id, claim);
  }

  entities(page: PageRequest, signal: AbortSignal): Promise<Page<Entity>> {
    return this.#page(`${ENTITY}/EntityList`, 'entities', entitySchema, page, signal);
  }

  documents(page: PageRequest, signal: AbortSignal): Promise<Page<IidDocument>> {
    return this.#page(`${IID}/IidDocuments`, 'iidDocuments', iidDocumentSchema, page, signal);
  }

  claims(page: PageRequest, signal: AbortSignal): Promise<Page<Claim>> {
    return this.#page(`${CLAIMS}/ClaimList`, 'claims', claimSchema, page, signal);
  }

  collections(page: PageRequest, signal: AbortSignal): Promise<Page<Collection>> {
    return this.#page(`${CLAIMS}/CollectionList`, 'collections', collectionSchema, page, signal);
  }

  disputes(page: PageRequest, signal: AbortSignal): Promise<Page<Dispute>> {
    return this.#page(`${CLAIMS}/DisputeList`, 'disputes', disputeSchema, page, signal);
  }

  async #page<T>(
    method: string,
    field: string,
    item: z.ZodType<T>,
    { cursor, limit }: PageRequest,
    signal: AbortSignal,
  ): Promise<Page<T>> {
    const pagination = cursor === undefined ? { limit } : { limit, key: cursor };
    const { body } = await this.#chain.query(method, { pagination }, signal);
    const all = parsed(z.array(z.unknown()).nullish(), body[field]) ?? [];
    const records = all
      .map((record) => item.safeParse(record))
      .filter((result) => result.success)
      .map(({ data }) => data);
    const next = parsed(pageSchema, body['pagination'])?.next_key ?? '';
    if (next !== '' && next === cursor) {
      throw new OracleError('upstream_failed', { detail: `${method}: the chain gives one page twice.` });
    }
    const skipped = all.length - records.length;
    return { records, next: next === '' ? undefined : next, skipped, madeAt: this.madeAt };
  }

  async #find(method: string, id: string, signal: AbortSignal): Promise<Body | undefined> {
    try {
      return (await this.#chain.query(method, { id }, signal)).body;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

/**
 * A record if it is the one that was asked for, undefined for an empty one.
 * @throws OracleError `upstream_failed` for another: that there is none the chain did not say
 */
function about<T>(asked: string, told: string, record: T): T | undefined {
  if (told === asked) return record;
  if (told === '') return undefined;
  throw new OracleError('upstream_failed', {
    detail: `The chain node was asked about ${asked} and answered about ${oneLine(told, 200)}.`,
  });
}

/** Some of the chain's modules say that a record is not there without the code for it. */
function isMissing(error: unknown): boolean {
  if (!OracleError.isInstance(error)) return false;
  return error.code === 'not_found' || (error.code === 'upstream_failed' && /not found/i.test(error.detail));
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new OracleError('upstream_failed', {
    detail: `The chain's answer is not what this oracle understands: ${issue?.path.join('.')} ${issue?.message}.`,
  });
}
