import {
  type AnyOperation,
  defineOperation,
  hasScope,
  OracleError,
  type Principal,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { designPage, designRecord, verificationStatus } from '../schemas/design-record-schema.js';
import { designBody, designInput, projectId } from '../schemas/design-schema.js';
import { page } from '../schemas/page-schema.js';
import { plainWords } from '../schemas/plain-words.js';
import { designSample, ownerOf, readerOf } from '../services/designs.js';
import type { SamplingService } from '../services/sampling-service.js';
import type { DesignRecord } from '../store/design-record.js';
import { designView } from '../texts/design-view.js';
import { checkChain } from '../verification/event-chain.js';
import { presentDesign } from './present-design.js';

export const designId = withWords(
  z
    .string()
    .regex(/^design-[A-Za-z0-9-]{1,60}$/, 'must be an id such as design-0b9f…')
    .describe('Such as design-0b9f…'),
  { aliases: ['design', 'design id'] },
);

export const reason = withWords(plainWords(2000).describe('Why, for the record'), {
  aliases: ['reason', 'because'],
});

const verifier = z
  .string()
  .regex(/^did:[a-z0-9]+:\S+$/, 'must be a DID such as did:<method>:validator/<id>')
  .describe('Such as did:ixo:validator/abc123');

const NOT_FOUND = { 404: 'No such design of this owner' };
const MOVES = { ...NOT_FOUND, 409: 'The status of the design does not allow it' };

/** Designs: create, read, and their verification. */
export function designOperations(service: SamplingService): AnyOperation[] {
  const { designs } = service;
  return [
    defineOperation({
      name: 'design_sample',
      title: 'Design a sample',
      description:
        'Calculates the sample size of a survey or monitoring campaign and stores the design: base size, finite population, dropout, strata, alternatives, warnings. Fractions are 0..1.',
      effect: 'write',
      additive: true,
      scope: 'sampling',
      input: designInput(service.profiles),
      answer: { description: 'The sample design', schema: designRecord },
      forModel: presentDesign,
      view: designView.uri,
      route: {
        method: 'post',
        path: '/v1/sampling',
        input: designBody(service.profiles),
        status: 201,
        errors: { 409: 'Conflicting stratum definitions', 422: 'Insufficient population data' },
        location: (design: DesignRecord) => `/v1/sampling/${design.designId}`,
      },
      run: (input, { principal }) => designSample(service, principal, input),
      undo: () => ({ whyNot: 'a design stays as it was computed; make another and use that one' }),
    }),
    defineOperation({
      name: 'list_designs',
      title: 'List sample designs, newest first',
      description: 'Lists stored sample designs, newest first, with their sizes and verification status.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        status: verificationStatus.optional().describe('Only designs of this verification status'),
        projectId: projectId.optional(),
        ...page,
      }),
      answer: { description: 'A page of designs', schema: designPage },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling',
      },
      run: (input, { principal }) => designs.list(readerOf(principal), input),
    }),
    defineOperation({
      name: 'get_design',
      title: 'Read a sample design',
      description: 'Reads one stored sample design by its id, with its working and verification status.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ designId }),
      answer: { description: 'The sample design', schema: designRecord },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/:designId',
        errors: NOT_FOUND,
      },
      run: (input, { principal }) => designs.get(readerOf(principal), input.designId),
    }),
    defineOperation({
      name: 'get_design_history',
      title: 'Read the verification history of a design',
      description: 'Who changed a design, when and why, and whether the hash chain is intact.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ designId }),
      answer: { description: 'Events, oldest first, and whether their chain is intact' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/:designId/history',
        errors: NOT_FOUND,
      },
      run: async (input, { principal }) => {
        const { events, designHash } = await designs.events(readerOf(principal), input.designId);
        return { designId: input.designId, designHash, chain: checkChain(events, designHash), events };
      },
    }),
    defineOperation({
      name: 'submit_design',
      title: 'Submit a design for verification',
      description: 'Hands a draft design to a verifier, who approves or rejects it.',
      effect: 'write',
      scope: 'sampling',
      input: z.object({ designId, reason: reason.optional() }),
      answer: { description: 'The submitted design', schema: designRecord },
      approval: 'always',
      describe: ({ designId: id }) => `Hand the design ${id} to a verifier`,
      summary: (design: DesignRecord) => `Design ${design.designId} is ${design.verification.status}.`,
      route: {
        method: 'post',
        path: '/v1/sampling/:designId/submission',
        errors: MOVES,
      },
      run: async (input, { principal }) => {
        const owner = ownerOf(principal);
        const { projectId: project } = await designs.get(owner, input.designId);
        if (project === null)
          throw new OracleError('conflict', {
            detail: 'The design names no project, so it cannot be verified.',
            hint: 'Design the sample again with its projectId.',
            errors: [{ field: 'projectId', message: 'is needed for a verification' }],
          });
        return designs.move(owner, input.designId, {
          action: 'submit',
          actor: principal.did,
          reason: input.reason,
        });
      },
      undo: () => ({ whyNot: 'the history of a design keeps each step; its verifier can reject it' }),
    }),
    ...(['approve', 'reject'] as const).map((action) =>
      defineOperation({
        name: `${action}_design`,
        title: action === 'approve' ? 'Approve a submitted design' : 'Reject a submitted design',
        description:
          action === 'approve'
            ? 'Approves a submitted design as its verifier; the one it recalculates is superseded.'
            : 'Rejects a submitted design as its verifier, with a reason.',
        effect: 'destructive',
        scope: 'sampling/verify',
        input: z.object({ designId, reason, verifier: verifier.optional() }),
        answer: { description: 'The decided design', schema: designRecord },
        approval: 'always',
        describe: ({ designId: id, verifier: name }) =>
          `${action === 'approve' ? 'Approve' : 'Reject'} the design ${id}${name === undefined ? '' : ` as ${name}`}`,
        summary: (design: DesignRecord) => `Design ${design.designId} is ${design.verification.status}.`,
        route: {
          method: 'post',
          path: `/v1/sampling/:designId/${action === 'approve' ? 'approval' : 'rejection'}`,
          errors: MOVES,
        },
        run: async (input, { principal }) => {
          refuseBlind(principal);
          refuseOtherName(input.verifier, principal.did);
          return designs.move(readerOf(principal), input.designId, {
            action,
            actor: principal.did,
            through: principal.kind,
            reason: input.reason,
          });
        },
        undo: () => ({ whyNot: 'a decision is final and stays in the history; design the sample anew' }),
      }),
    ),
  ];
}

/** Keys and people have all of their scopes at once; a UCAN claims one ability for each request, and its bearer reads by another. */
function refuseBlind(principal: Principal): void {
  if (principal.kind === 'ucan' || hasScope(principal, 'sampling')) return;
  throw new OracleError('forbidden', {
    detail: 'Whoever decides about a design has to be able to read it: the scope `sampling` is missing.',
    hint: 'Ask for both scopes, `sampling` and `sampling/verify`.',
  });
}

/** A decision carries the name of who makes it. */
function refuseOtherName(said: string | undefined, did: string): void {
  if (said === undefined || said === did) return;
  throw new OracleError('invalid_request', {
    detail: `A design is decided in one's own name, and you are ${did}.`,
    hint: `Leave verifier out, or let ${said} sign in and decide.`,
    errors: [{ field: 'verifier', message: 'must be your own DID' }],
  });
}
