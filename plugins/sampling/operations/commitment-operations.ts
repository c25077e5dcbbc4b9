import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { page } from '../schemas/page-schema.js';
import { atClock, describeSource, randomSourceOf } from '../selection/random-source.js';
import { commitDraw, viewCommitment } from '../services/commitments.js';
import { inFieldsOf } from '../services/in-fields-of.js';
import { registryNamed } from '../services/registries.js';
import type { SamplingService } from '../services/sampling-service.js';
import { designId } from './design-operations.js';
import {
  commitmentId,
  commitTerms,
  commitToolTerms,
  drawTerms,
  publicClock,
  toolRound,
  whichValueTerms,
} from './draw-terms.js';
import { planFields } from './selection-operations.js';

/** Promises to draw, made before the random value exists: one is open at a time, and its first draw uses it up. */
export function commitmentOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'commit_to_draw',
      title: 'Commit to a verifiable draw',
      description:
        'Fixes registry and plan of a draw before its random value exists. Publish the hash, then select with the value.',
      effect: 'write',
      scope: 'sampling',
      input: z.object({ ...drawTerms, ...commitTerms, ...whichValueTerms }),
      answer: { description: 'The commitment' },
      approval: 'always',
      describe: (input) => `Commit the draw of ${input.designId} to ${describeSource(input)}`,
      tool: {
        input: z.object({
          ...commitToolTerms,
          ...commitTerms,
          ...whichValueTerms,
          round: toolRound,
          publicClock,
        }),
        toInput: ({ publicClock: clock, ...said }) => ({
          ...said,
          ...(clock !== undefined && { publicFrom: atClock(said.publicFrom, clock) }),
        }),
      },
      route: {
        method: 'post',
        path: '/v1/sampling/commitments',
        status: 201,
        errors: { 404: 'No such registry or design of this owner' },
      },
      run: async (input, caller) => {
        const { principal, signal } = caller;
        const { round, authority, reference, publicFrom, ...rest } = input;
        const source = randomSourceOf(input);
        const from = await registryNamed(service, caller, input);
        return inFieldsOf(planFields(input), () =>
          commitDraw(service, principal, { ...rest, registryId: from }, source, signal),
        );
      },
      undo: () => ({ whyNot: 'the trail of the design keeps a commitment; its first draw uses it up' }),
    }),
    defineOperation({
      name: 'get_commitment',
      title: 'Read a commitment',
      description: 'Reads a commitment: its text and hash, and whether it is open, used up or superseded.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ commitmentId }),
      answer: { description: 'The commitment' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/commitments/:commitmentId',
        errors: { 404: 'No such commitment of this owner' },
      },
      run: async (input, { principal }) => {
        const stored = await service.commitments.get(principal.id, input.commitmentId);
        return viewCommitment(service, stored);
      },
    }),
    defineOperation({
      name: 'list_commitments',
      title: 'List commitments, newest first',
      description: 'Lists commitments with what became of each.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ designId: designId.optional(), ...page }),
      answer: { description: 'A page of commitments' },
      tool: false,
      route: { method: 'get', path: '/v1/sampling/commitments' },
      run: async ({ designId: design, ...page }, { principal }) => {
        const where = design === undefined ? {} : { design_id: design };
        const { items, ...rest } = await service.commitments.list(principal.id, page, where);
        return { items: await Promise.all(items.map((item) => viewCommitment(service, item))), ...rest };
      },
    }),
  ];
}
