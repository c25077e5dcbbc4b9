import { told } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { claimReportOf } from '../claims/claim.js';
import type { Entities } from '../entity/entities.js';

const LONGEST_SUMMARY = 600;

export function getClaimOperation({ reader }: Entities): AnyOperation {
  return defineOperation({
    name: 'get_claim',
    title: 'A claim',
    description:
      'A claim by its id (a CID): its collection, who submitted it and when, its state (open, approved, rejected, ' +
      'disputed, invalidated, flagged), who evaluated it, what was paid.',
    effect: 'read',
    input: z.object({
      id: withWords(
        z
          .string()
          .regex(/^[A-Za-z0-9:_-]{1,128}$/, 'is no id of a claim')
          .meta({
            description: 'Id of the claim',
            examples: ['bafkreidmshhofdjyxfpazwxyb4ln2xtrwbv5pv4tjqlvlz3qkvrtdcqm5u'],
          }),
        { aliases: ['claim'] },
      ),
    }),
    answer: { description: 'The claim and its evaluation' },
    tool: { timeoutMs: 30_000 },
    async run({ id }, { signal }) {
      reader.needChain();
      const claim = await reader.claim(id, signal);
      if (claim !== undefined) return claimReportOf(claim);
      throw new OracleError('not_found', {
        detail: `The chain has no claim ${id}.`,
        hint: 'entity_claims lists claims by collection and state.',
      });
    },
    summary({ id, collection, state, agent, submitted, evaluation }) {
      const by = evaluation === undefined ? '' : `, evaluated by ${evaluation.agent || evaluation.oracle}`;
      return told(
        `Claim ${id} of collection ${collection} is ${state}${by}; ${agent} submitted it at ${submitted}.`,
        LONGEST_SUMMARY,
      );
    },
  });
}
