import { dataOf, type Got, type Heard, jsonOf, type Speaker, type Waiting } from './speaker.js';

/** The page and the command line. */
export const native: Speaker = {
  door: 'native',
  talk(sessionId) {
    let waiting: readonly Waiting[] = [];
    const answers = (body: object) => ({
      path: `/messages/${sessionId}/approvals`,
      body: { ...body, stream: true },
    });
    return {
      say: (message, tools) => ({
        path: `/messages/${sessionId}`,
        body: { message, stream: true, ...(tools === undefined ? {} : { tools }) },
      }),
      hear(got) {
        const heard = hear(got);
        waiting = heard.waiting ?? [];
        return heard;
      },
      decide: (approved) => answers({ decisions: waiting.map(({ id }) => ({ id, approved })) }),
      give: (output) => answers({ results: waiting.map(({ id }) => ({ id, output })) }),
      cancel: () => ({ path: `/messages/${sessionId}/abort` }),
      rejoin: ({ headers, text }) => ({
        method: 'GET',
        path: headers.get('content-location') ?? '',
        headers: { 'Last-Event-ID': [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '' },
      }),
    };
  },
};

function hear(got: Got): Heard {
  if (got.status !== 200) return { end: 'refused', text: '', code: jsonOf(got).code };
  const names = [...got.text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
  const told = dataOf(got);
  const text = told.map(({ content }, at) => (names[at] === 'message' ? content : '')).join('');
  const last = told.at(-1);
  switch (names.at(-1)) {
    case 'done':
      return { end: last.finishReason === 'stop' ? 'whole' : 'cut', text };
    case 'cancelled':
      return { end: 'cancelled', text };
    case 'error':
      return { end: 'failed', text, code: last.code };
    case 'interrupted': {
      const { approvals, calls = [] } = last;
      return approvals.length > 0
        ? {
            end: 'asked',
            text,
            waiting: approvals.map(({ id, tool, summary }: Approval) => ({ id, name: tool, words: summary })),
          }
        : { end: 'called', text, waiting: calls.map(({ id, name }: Call) => ({ id, name, words: '' })) };
    }
    default:
      return { end: 'open', text };
  }
}

type Approval = { readonly id: string; readonly tool: string; readonly summary: string };
type Call = { readonly id: string; readonly name: string };
