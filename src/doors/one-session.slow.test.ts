import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestOracle, type TestClient, type TestOracle } from '../testing/index.js';
import { gardenOf } from './testing/garden.js';
import { type Conversation, type Heard, type Sent, SPEAKERS } from './testing/speakers/index.js';

const shed = { isOpen: false };
const WISH = 'Open the shed';

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({
    plugins: [gardenOf(shed)],
    script: {
      answer({ messages }) {
        const { role, content } = messages.at(-1) ?? {};
        if (content === WISH) return { toolCalls: [{ name: 'unlock_shed', args: {} }] };
        return { text: role === 'tool' ? 'It is open.' : `You said ${String(content)}.` };
      },
    },
  });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
});

async function exchange(talk: Conversation, sent: Sent): Promise<Heard & { readonly runPath: string }> {
  const { method = 'POST', path, body, headers = {} } = sent;
  const got = await client.request(method, path, {
    ...(method === 'GET' ? {} : { body: body ?? {} }),
    headers,
  });
  return { ...talk.hear(got), runPath: got.headers.get('content-location') ?? '' };
}

type Said = {
  readonly role: string;
  readonly content: string;
  readonly decidedBy?: { readonly did: string };
};

// Each door once at each place.
it.each(SPEAKERS.map((asks, at) => [asks, next(at, 1), next(at, 2), next(at, 3)] as const))(
  'is asked over $door, approved over another, followed and gone on with over others, as one thread with one audit',
  async (asks, approves, goesOn, last) => {
    const sessionId = String((await client.post('/sessions')).json['sessionId']);
    const asked = await exchange(asks.talk(sessionId), asks.talk(sessionId).say(WISH));
    expect(asked, asks.door).toMatchObject({ end: 'asked', waiting: [{ name: 'unlock_shed' }] });
    const waiting = (await client.get('/approvals')).at('waiting') as { sessionId: string }[];
    expect(waiting.map((each) => each.sessionId)).toContain(sessionId);

    const yes = await exchange(approves.talk(sessionId), approves.talk(sessionId).say('yes'));
    expect(yes, approves.door).toMatchObject({ end: 'whole', text: 'It is open.' });
    expect(shed.isOpen).toBe(true);

    const { runs } = oracle.app.store;
    const run = (await runs.last(sessionId))?.id;
    const followed = await client.get(`/messages/${sessionId}/runs/${run}`);
    expect(followed.text).toContain('It is open.');

    for (const speaker of [goesOn, last]) {
      const words = `hello over ${speaker.door}`;
      const went = await exchange(speaker.talk(sessionId), speaker.talk(sessionId).say(words));
      expect(went, speaker.door).toMatchObject({ end: 'whole', text: `You said ${words}.` });
    }

    const thread = (await client.get(`/sessions/${sessionId}/messages`)).at('messages') as Said[];
    expect(thread.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      WISH,
      `hello over ${goesOn.door}`,
      `hello over ${last.door}`,
    ]);
    expect(thread.filter(({ decidedBy }) => decidedBy !== undefined)).toHaveLength(1);
    const { decisions } = (await client.get('/approvals/decisions')).json;
    expect(decisions).toMatchObject([{ tool: 'unlock_shed', decision: 'approved', sessionId }]);
    const entries = (await oracle.owner.get('/audit')).at('entries') as {
      action: string;
      details: { session?: string };
    }[];
    const allowed = entries.filter(
      ({ action, details }) => action === 'call.allow' && details.session === sessionId,
    );
    expect(allowed).toHaveLength(1);
  },
);

function next(at: number, by: number) {
  return SPEAKERS[(at + by) % SPEAKERS.length] as (typeof SPEAKERS)[number];
}
