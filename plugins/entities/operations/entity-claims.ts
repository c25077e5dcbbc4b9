import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { CLAIM_STATES } from '../claims/claim.js';
import { readClaims } from '../claims/read-claims.js';
import { STATE_WORDS } from '../claims/state-words.js';
import type { Entities } from '../entity/entities.js';
import { pageFields } from './page-fields.js';

export function entityClaimsOperation(entities: Entities): AnyOperation {
  return defineOperation({
    name: 'entity_claims',
    title: 'Claims, by collection and state',
    description:
      'Claims of a claim collection, or of all, of one state or all: open (not evaluated yet), approved, rejected, ' +
      'disputed, invalidated, flagged; with the counts of the collection. More with nextCursor.',
    effect: 'read',
    input: z.object({
      collectionId: withWords(
        z
          .string()
          .regex(/^\d{1,20}$/, 'is no number of a collection')
          .optional()
          .meta({ description: 'Number of the claim collection; all without', examples: ['12'] }),
        { aliases: ['collection'] },
      ),
      state: withWords(z.enum(CLAIM_STATES).optional().meta({ description: 'Which claims; all without' }), {
        values: STATE_WORDS,
      }),
      ...pageFields,
    }),
    answer: { description: 'The collection with its counts, and one page of claims' },
    tool: { timeoutMs: 30_000 },
    run({ collectionId, state, cursor, limit }, { signal }) {
      entities.reader.needChain();
      return readClaims({ collectionId, state, cursor, limit }, entities, signal);
    },
    summary({ state, claims, total, nextCursor }) {
      const kind = state === undefined ? '' : `${state} `;
      if (total === undefined) {
        const shown =
          claims.length === 0
            ? ''
            : `, of which ${claims.length} ${claims.length === 1 ? 'is' : 'are'} shown`;
        return `How many ${kind}claims there are is not known yet${shown}.`;
      }
      return nextCursor === undefined && claims.length === total
        ? `${total} ${kind}${total === 1 ? 'claim' : 'claims'}.`
        : `${claims.length} of ${total} ${kind}claims are shown.`;
    },
  });
}
