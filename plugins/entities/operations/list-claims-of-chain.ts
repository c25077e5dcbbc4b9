import { told } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Dispute } from '../chain/records.js';
import { chosen } from '../claims/chosen.js';
import {
  COLLECTION_STATES,
  collectionReportOf,
  collectionSummaryOf,
  disputeSummaryOf,
} from '../claims/claim.js';
import { COLLECTION_STATE_WORDS } from '../claims/state-words.js';
import type { Entities } from '../entity/entities.js';
import { pageFields } from './page-fields.js';

const LONGEST_SUMMARY = 600;

const collectionId = withWords(
  z
    .string()
    .regex(/^\d{1,20}$/, 'is no number of a collection')
    .meta({ description: 'Number of the claim collection', examples: ['12'] }),
  { aliases: ['collection'] },
);

/** The chain's lists of what claims belong to, a page at a time, as the node has them now. */
export function listCollectionsOperation({ reader }: Entities): AnyOperation {
  return defineOperation({
    name: 'list_collections',
    title: 'List claim collections',
    description:
      'Lists the claim collections of the chain a page at a time, all or those of a state: entity, protocol, whether they ' +
      'take claims, counts. More with nextCursor.',
    effect: 'read',
    input: z.object({
      state: withWords(z.enum(COLLECTION_STATES).optional().meta({ description: 'Which; all without' }), {
        values: COLLECTION_STATE_WORDS,
      }),
      ...pageFields,
    }),
    answer: { description: 'One page of collections' },
    tool: { timeoutMs: 30_000 },
    async run({ state, cursor, limit }, { signal }) {
      reader.needChain();
      const isWanted = (each: { readonly state: string }) =>
        state === undefined || each.state.toLowerCase() === state;
      const found = await chosen((page) => reader.collections(page, signal), isWanted, { cursor, limit });
      const { records, ...page } = found;
      return {
        ...(state === undefined ? {} : { state }),
        collections: records.map(collectionSummaryOf),
        ...page,
      };
    },
    summary: ({ collections, nextCursor, ...asked }) =>
      counted(collections.length, 'state' in asked ? `${asked.state} collection` : 'collection', nextCursor),
  });
}

export function getCollectionOperation({ reader }: Entities): AnyOperation {
  return defineOperation({
    name: 'get_collection',
    title: 'A claim collection',
    description:
      'A claim collection by its number: entity, protocol, admin, whether it takes claims, its dates, quota and counts. Its ' +
      'claims are in entity_claims.',
    effect: 'read',
    input: z.object({ id: collectionId }),
    answer: { description: 'The collection' },
    tool: { timeoutMs: 30_000 },
    async run({ id }, { signal }) {
      reader.needChain();
      const collection = await reader.collection(id, signal);
      if (collection !== undefined) return collectionReportOf(collection);
      throw new OracleError('not_found', {
        detail: `The chain has no claim collection ${id}.`,
        hint: 'list_collections tells which there are.',
      });
    },
    summary({ id, entity, state, admin, quota, submitted, ...counts }) {
      const { evaluated, approved, rejected, disputed } = counts;
      const of = quota === '' || quota === '0' ? '' : ` of at most ${quota}`;
      const by = admin === '' ? '' : `, its admin is ${admin}`;
      return told(
        `Collection ${id} of ${entity} is ${state.toLowerCase()}${by}: ${submitted || '0'}${of} claims submitted, ` +
          `${evaluated || '0'} evaluated (${approved || '0'} approved, ${rejected || '0'} rejected, ${disputed || '0'} disputed).`,
        LONGEST_SUMMARY,
      );
    },
  });
}

export function listDisputesOperation({ reader }: Entities): AnyOperation {
  return defineOperation({
    name: 'list_disputes',
    title: 'List disputes',
    description:
      'Lists the disputes that the chain keeps, a page at a time, all or those about one claim or of one proof: what each is ' +
      'about and where its evidence lies. The chain keeps no state of a dispute: whether it is settled is not told. More ' +
      'with nextCursor.',
    effect: 'read',
    input: z.object({
      about: withWords(
        z
          .string()
          .regex(/^[A-Za-z0-9:_-]{8,128}$/, 'is no id of a claim and no proof')
          .optional()
          .meta({
            description: 'Id of the claim that is disputed, or the proof of one dispute; all without',
            examples: ['bafkreidmshhofdjyxfpazwxyb4ln2xtrwbv5pv4tjqlvlz3qkvrtdcqm5u'],
          }),
        { aliases: ['dispute', 'claim', 'proof'] },
      ),
      ...pageFields,
    }),
    answer: { description: 'One page of disputes' },
    tool: { timeoutMs: 30_000 },
    async run({ about, cursor, limit }, { signal }) {
      reader.needChain();
      const isWanted = (each: Dispute) =>
        about === undefined || each.subject_id === about || each.data?.proof === about;
      const found = await chosen((page) => reader.disputes(page, signal), isWanted, { cursor, limit });
      const { records, ...page } = found;
      return { ...(about === undefined ? {} : { about }), disputes: records.map(disputeSummaryOf), ...page };
    },
    summary({ disputes, nextCursor, ...asked }) {
      const of = 'about' in asked ? ` about ${asked.about}` : '';
      return `${counted(disputes.length, 'dispute', nextCursor, of)} The chain does not say which of them are settled.`;
    },
  });
}

function counted(count: number, noun: string, next: string | undefined, of = ''): string {
  const found = count === 1 ? `1 ${noun}${of}` : `${count} ${noun}s${of}`;
  return next === undefined ? `${found}.` : `The first ${found}; there are more.`;
}
