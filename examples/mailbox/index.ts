import { definePlugin, defineRoute } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { createPostmaster } from './postmaster.js';

const letter = z.strictObject({
  id: z.string().min(1).max(200).describe('The same when a letter is delivered again.'),
  from: z.email().describe('Whom the carrier has verified.'),
  thread: z.string().min(1).max(200),
  text: z.string().min(1).max(10_000),
});

/** A door of another kind: letters go to the oracle, and what it says goes back to the one who wrote. */
export default definePlugin({
  name: 'mailbox',
  version: '1.0.0',
  manifest: {
    title: 'Mailbox',
    summary: 'Answers letters.',
    whenToUse: ['Never: it brings people here.'],
    loading: 'silent',
  },
  scopes: { 'mailbox/deliver': 'hand in letters in the name of those who wrote them' },
  setup({ conversations, principals }) {
    const answer = createPostmaster(conversations, principals);
    return {
      routes: [
        defineRoute({
          method: 'post',
          path: '/v1/mailbox',
          auth: 'api-key',
          scope: 'mailbox/deliver',
          summary: 'Deliver a letter and get the reply',
          request: { body: letter },
          responses: { 200: { description: 'The reply', schema: z.object({ reply: z.string() }) } },
          handler: async ({ body, signal }) => ({ reply: await answer(body, signal) }),
        }),
      ],
    };
  },
});
