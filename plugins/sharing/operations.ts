import {
  type AnyOperation,
  type Caller,
  defineOperation,
  type Share,
  type Shares,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';

const kind = z.string().min(1).max(60).describe('Such as design, session or folder');
const id = z.string().min(1).max(2_000).describe('Its id, or the path of a folder');
const withWhom = withWords(
  z.string().trim().min(1).max(300).describe('Name or DID of a person, owner, or everybody'),
  { aliases: ['person', 'people', 'with'] },
);

const shareView = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  ownerName: z.string(),
  with: z.string(),
  withName: z.string(),
  access: z.enum(['read', 'write']),
  since: z.iso.datetime(),
  gone: z.literal(true).optional().describe('Nothing is at this place now; what comes there is shared'),
});

/** What people do with shares, for the agent, over HTTP and in a terminal. */
export function sharingOperations(shares: Shares): AnyOperation[] {
  return [
    defineOperation({
      name: 'share_thing',
      title: 'Share something of yours',
      description:
        'Lets a person read, or read and change, a design, session or folder of yours. Never to delete it or share it on.',
      effect: 'write',
      scope: 'share',
      input: z.object({
        kind,
        id,
        with: withWhom,
        access: z.enum(['read', 'write']).default('read').describe('write: change it as well'),
      }),
      answer: { description: 'The share', schema: shareView },
      // `shares` records who shared what with whom, whichever way it was asked.
      audit: 'own',
      approval: 'always',
      describe: (input) =>
        `Let ${input.with} ${input.access === 'write' ? 'see and change' : 'see'} the ${input.kind} ${input.id}`,
      route: {
        method: 'post',
        path: '/shares',
        status: 201,
        errors: { 404: 'No such thing of yours, or nobody of this name' },
      },
      run: async (input, { principal, via }) =>
        viewOf(await shares.share(principal, input, input.with, input.access, invokerOf(via))),
      summary: (share) => `${share.withName} may ${share.access} the ${share.kind} ${share.title}.`,
      undo: (input) => ({
        operation: 'end_share',
        input: { kind: input.kind, id: input.id, with: input.with },
      }),
    }),
    defineOperation({
      name: 'end_share',
      title: 'End a share',
      description: 'Ends what a person may see or change of yours, at once.',
      effect: 'write',
      scope: 'share',
      input: z.object({ kind, id, with: withWhom }),
      answer: { description: 'The share that was ended', schema: shareView },
      audit: 'own',
      approval: 'always',
      describe: (input) => `Let ${input.with} no longer see the ${input.kind} ${input.id}`,
      route: { method: 'delete', path: '/shares', errors: { 404: 'No such share' } },
      run: async (input, { principal, via }) =>
        viewOf(await shares.unshare(principal, input, input.with, invokerOf(via))),
      summary: (share) => `${share.withName} no longer sees the ${share.kind} ${share.title}.`,
      undo: (input, { access }) => ({ operation: 'share_thing', input: { ...input, access } }),
    }),
    defineOperation({
      name: 'list_shares',
      title: 'What was shared',
      description: 'Lists what was shared with you and what you have shared, newest first.',
      effect: 'read',
      input: z.object({ kind: kind.optional() }),
      answer: {
        description: 'Shares',
        schema: z.object({ withMe: z.array(shareView), byMe: z.array(shareView) }),
      },
      route: { method: 'get', path: '/shares', auth: 'any' },
      run: async (input, { principal }) => ({
        withMe: (await shares.withMe(principal, input.kind)).map(viewOf),
        byMe: (await shares.byMe(principal, input.kind)).map(viewOf),
      }),
      summary: ({ withMe, byMe }) => `${withMe.length} shared with you, ${byMe.length} that you have shared.`,
    }),
  ];
}

/** The oracle, where its agent does it for the owner. */
const invokerOf = (via: Caller['via']) => (via === 'agent' ? 'oracle' : undefined);

function viewOf({ kind: what, id: which, title, owner, with: grantee, access, since, gone, names }: Share) {
  return {
    kind: what,
    id: which,
    title,
    owner,
    ownerName: names.owner,
    with: grantee,
    withName: names.with,
    access,
    since: new Date(since).toISOString(),
    ...(gone === undefined ? {} : { gone }),
  };
}
