import type { Transaction } from 'kysely';
import type { ChainReader, Page, PageRequest } from '../chain/chain-reader.js';
import type { Claim, Entity, IidDocument } from '../chain/records.js';
import { claimSummaryOf } from '../claims/claim.js';
import type { IndexTables } from './tables.js';

type Db = Transaction<IndexTables>;
export type ListName = 'entities' | 'documents' | 'claims';

/** One page of a list, ready to be kept. */
export interface ReadPage {
  readonly next: string | undefined;
  /** Records that were not understood. */
  readonly skipped: number;
  /** Of when it is, where that is minutes ago. */
  readonly madeAt: number | undefined;
  save(db: Db, seenAt: number): Promise<void>;
}

/** One list of the chain that the index follows. */
export interface FollowedList {
  readonly name: ListName;
  read(page: PageRequest, signal: AbortSignal): Promise<ReadPage>;
  /** Forgets what the chain has not listed since. */
  forget(db: Db, before: number): Promise<void>;
}

/** Entities, the documents of entities, claims: what the tools search. */
export function followedLists(reader: ChainReader): readonly FollowedList[] {
  return [
    {
      name: 'entities',
      read: async (page, signal) => pageOf(await reader.entities(page, signal), saveEntities),
      forget: async (db, before) => {
        await db.deleteFrom('entities_records').where('seen_at', '<', before).execute();
      },
    },
    {
      name: 'documents',
      read: async (page, signal) => pageOf(await reader.documents(page, signal), saveDocuments),
      forget: async (db, before) => {
        await db.deleteFrom('entities_documents').where('seen_at', '<', before).execute();
      },
    },
    {
      name: 'claims',
      read: async (page, signal) => pageOf(await reader.claims(page, signal), saveClaims),
      forget: async (db, before) => {
        await db.deleteFrom('entities_claims').where('seen_at', '<', before).execute();
      },
    },
  ];
}

function pageOf<T>(
  { records, next, skipped, madeAt }: Page<T>,
  save: (db: Db, records: readonly T[], seenAt: number) => Promise<void>,
): ReadPage {
  return { next, skipped, madeAt, save: (db, seenAt) => save(db, records, seenAt) };
}

/** Longer texts are cut: a document may carry hundreds of links. */
const LONGEST_TEXT = 8_000;

async function saveEntities(db: Db, entities: readonly Entity[], seenAt: number): Promise<void> {
  const rows = unique(entities).map((entity) => ({
    id: entity.id,
    type: entity.type,
    status: entity.status,
    verified: entity.entity_verified ? 1 : 0,
    text: searchText([
      entity.id,
      entity.type,
      entity.relayer_node,
      ...entity.credentials,
      ...entity.accounts.flatMap(({ name, address }) => [name, address]),
    ]),
    seen_at: seenAt,
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('entities_records')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        type: ref('excluded.type'),
        status: ref('excluded.status'),
        verified: ref('excluded.verified'),
        text: ref('excluded.text'),
        seen_at: ref('excluded.seen_at'),
      })),
    )
    .execute();
}

/** Of entities only: every wallet has a document, and nobody searches for those. */
async function saveDocuments(db: Db, documents: readonly IidDocument[], seenAt: number): Promise<void> {
  const rows = unique(documents)
    .filter(({ id }) => id.startsWith('did:ixo:entity:'))
    .map((document) => ({ id: document.id, text: documentText(document), seen_at: seenAt }));
  if (rows.length === 0) return;
  await db
    .insertInto('entities_documents')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ text: ref('excluded.text'), seen_at: ref('excluded.seen_at') })),
    )
    .execute();
}

function documentText(document: IidDocument): string {
  return searchText([
    document.alsoKnownAs,
    ...document.controller,
    ...document.service.flatMap(({ type, serviceEndpoint }) => [type, serviceEndpoint]),
    ...document.linkedEntity.flatMap(({ id, type, relationship }) => [id, type, relationship]),
    ...[...document.linkedResource, ...document.linkedClaim].flatMap(({ id, type, description }) => [
      id,
      type,
      description,
    ]),
  ]);
}

export async function saveClaims(db: Db, claims: readonly Claim[], seenAt: number): Promise<void> {
  const rows = unique(claims.map(claimSummaryOf)).map(({ collection, evaluated = '', ...claim }) => ({
    ...claim,
    evaluated,
    collection_id: collection,
    seen_at: seenAt,
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('entities_claims')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        collection_id: ref('excluded.collection_id'),
        state: ref('excluded.state'),
        agent: ref('excluded.agent'),
        address: ref('excluded.address'),
        submitted: ref('excluded.submitted'),
        evaluated: ref('excluded.evaluated'),
        seen_at: ref('excluded.seen_at'),
      })),
    )
    .execute();
}

/** A statement may touch a row only once. */
function unique<T extends { readonly id: string }>(records: readonly T[]): readonly T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()].filter(({ id }) => id !== '');
}

function searchText(words: readonly string[]): string {
  return [...new Set(words.filter((word) => word !== ''))].join(' ').toLowerCase().slice(0, LONGEST_TEXT);
}
