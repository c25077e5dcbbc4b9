import { dataOf, type Got, type Heard, jsonOf, type Sent, type Speaker, type Waiting } from './speaker.js';

/** A client of the AI SDK's UI message stream, which answers in the parts of its last message. */
export const aiSdk: Speaker = {
  door: 'AI SDK',
  talk(id) {
    const messages: { id: string; role: string; parts: readonly object[] }[] = [];
    let offered: object = {};
    let waiting: readonly Waiting[] = [];
    const send = (): Sent => ({
      path: '/ai/chat',
      body: { id, messages: [...messages], trigger: 'submit-message', ...offered },
    });
    const answer = (state: object): Sent => {
      const parts = waiting.map(({ id: toolCallId, name: toolName }) => ({
        type: 'dynamic-tool',
        toolName,
        toolCallId,
        input: {},
        ...state,
      }));
      const last = messages.at(-1);
      if (last !== undefined) last.parts = parts;
      return send();
    };
    return {
      say(text, tools) {
        if (tools !== undefined) offered = { tools };
        messages.push({ id: `u${messages.length}-${id}`, role: 'user', parts: [{ type: 'text', text }] });
        return send();
      },
      hear(got) {
        const heard = hear(got);
        if (got.status !== 200) return heard;
        waiting = heard.waiting ?? [];
        if (messages.at(-1)?.role === 'user')
          messages.push({ id: `a${messages.length}-${id}`, role: 'assistant', parts: [] });
        return heard;
      },
      decide: (approved) =>
        answer({ state: 'approval-responded', approval: { id: waiting[0]?.id, approved } }),
      give: (output) => answer({ state: 'output-available', output }),
      cancel: ({ headers }) => ({ path: `/messages/${headers.get('x-oracle-session')}/abort` }),
      rejoin: () => ({ method: 'GET', path: `/ai/chat/${id}/stream` }),
    };
  },
};

function hear(got: Got): Heard {
  if (got.status !== 200) return { end: 'refused', text: '', code: jsonOf(got).code };
  const parts = dataOf(got);
  const text = parts.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');
  const of = (wanted: string) => parts.find(({ type }) => type === wanted);
  const error = of('error');
  if (error !== undefined) return { end: 'failed', text, code: error.errorText };
  if (of('abort') !== undefined) return { end: 'cancelled', text };
  const finish = of('finish');
  if (finish === undefined) return { end: 'open', text };
  if (finish.finishReason === 'length') return { end: 'cut', text };
  if (finish.finishReason === 'stop') return { end: 'whole', text };
  const asks = of('tool-approval-request');
  const call = parts.findLast(({ type }) => type === 'tool-input-available');
  const words = of('data-oracle-approval')?.data.summary ?? '';
  return {
    end: asks === undefined ? 'called' : 'asked',
    text,
    waiting: [{ id: call.toolCallId, name: call.toolName, words }],
  };
}
