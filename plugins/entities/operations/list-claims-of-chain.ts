import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { collectionSummaryOf, disputeSummaryOf } from '../claims/claim.js';
import type { Entities } from '../entity/entities.js';
import { pageFields } from './page-fields.js';

/** The chain's lists of what claims belong to, a page at a time, as the node has them now. */
export function listCollectionsOperation({ reader }: Entities): AnyOperation {
  return defineOperation({
    name: 'list_collections',
    title: 'List claim collections',
    description:
      'Lists the claim collections of the chain a page at a time: entity, protocol, whether they take claims, counts. ' +
      'More with nextCursor.',
    effect: 'read',
    input: z.object(pageFields),
    answer: { description: 'One page of collections' },
    tool: { timeoutMs: 30_000 },
    async run({ cursor, limit }, { signal }) {
      reader.needChain();
      const { records, next } = await reader.collections({ cursor, limit }, signal);
      return {
        collections: records.map(collectionSummaryOf),
        ...(next === undefined ? {} : { nextCursor: next }),
      };
    },
    summary: ({ collections, nextCursor }) => counted(collections.length, 'collection', nextCursor),
  });
}

export function listDisputesOperation({ reader }: Entities): AnyOperation {
  return defineOperation({
    name: 'list_disputes',
    title: 'List disputes',
    description:
      'Lists the disputes that the chain keeps, a page at a time: what each is about and where its evidence lies. The ' +
      'chain keeps no state of a dispute: whether it is settled is not told. More with nextCursor.',
    effect: 'read',
    input: z.object(pageFields),
    answer: { description: 'One page of disputes' },
    tool: { timeoutMs: 30_000 },
    async run({ cursor, limit }, { signal }) {
      reader.needChain();
      const { records, next } = await reader.disputes({ cursor, limit }, signal);
      return { disputes: records.map(disputeSummaryOf), ...(next === undefined ? {} : { nextCursor: next }) };
    },
    summary: ({ disputes, nextCursor }) =>
      `${counted(disputes.length, 'dispute', nextCursor)} The chain does not say which of them are settled.`,
  });
}

function counted(count: number, noun: string, next: string | undefined): string {
  const found = count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
  return next === undefined ? `${found}.` : `The first ${found}; there are more.`;
}
