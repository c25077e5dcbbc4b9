import type { Readable } from 'node:stream';
import { type AnyRoute, type Clock, defineRoute, OracleError, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** Bytes of a payload; Slack's own are far smaller. */
const MOST_BYTES = 1024 * 1024;

const challenge = z.object({ type: z.literal('url_verification'), challenge: z.string().max(1_000) });
const signature = z.object({
  'x-slack-signature': z.string().max(200),
  'x-slack-request-timestamp': z.string().regex(/^\d{1,12}$/),
});

/** `POST /slack/events`: events and pressed buttons, for apps without socket mode. */
export function eventsRoute(
  signingSecret: string,
  clock: Clock,
  take: (payload: unknown) => Promise<void>,
): AnyRoute {
  return defineRoute({
    method: 'post',
    path: '/slack/events',
    auth: 'public',
    summary: 'Receive events and pressed buttons from Slack, signed by it',
    request: { body: 'raw' },
    rateLimit: 6_000,
    responses: {
      200: { description: 'Kept; the answer follows in Slack' },
      401: { description: 'Not signed by Slack, or five minutes old' },
    },
    handler: async ({ body, raw }) => {
      const text = await readText(body);
      const signed = signature.safeParse(raw.request.headers);
      const { isValidSlackRequest } = await import('@slack/bolt');
      const holds =
        signed.success &&
        isValidSlackRequest({
          signingSecret,
          body: text,
          headers: {
            'x-slack-signature': signed.data['x-slack-signature'],
            'x-slack-request-timestamp': Number(signed.data['x-slack-request-timestamp']),
          },
          nowMilliseconds: clock.now(),
        });
      if (!holds) throw notSlack();
      const payload = payloadOf(text);
      const asked = challenge.safeParse(payload);
      if (asked.success) return { challenge: asked.data.challenge };
      await take(payload);
      return reply({ status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: '' });
    },
  });
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new OracleError('payload_too_large', { detail: 'Slack sends less than that.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Events come as JSON, pressed buttons as a form with JSON in a field. */
function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('{') ? text : (new URLSearchParams(text).get('payload') ?? ''));
  } catch {
    throw new OracleError('invalid_request', {
      detail: 'The body is neither JSON nor a form with a payload.',
    });
  }
}

function notSlack(): OracleError {
  return new OracleError('unauthenticated', {
    detail: 'The request is not signed by Slack with CHAT_SIGNING_SECRET, or it is older than five minutes.',
    hint: 'Compare CHAT_SIGNING_SECRET with the signing secret of the Slack app, and the clock of this machine.',
  });
}
