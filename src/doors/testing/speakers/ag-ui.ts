import { dataOf, type Got, type Heard, jsonOf, type Sent, type Speaker } from './speaker.js';

/** A client of AG-UI 1.0. */
export const agUi: Speaker = {
  door: 'AG-UI',
  talk(threadId) {
    const messages: object[] = [];
    let tools: readonly object[] = [];
    let waiting: readonly { readonly id: string }[] = [];
    let count = 0;
    const send = (more: object = {}): Sent => ({
      path: '/ag-ui',
      body: {
        threadId,
        runId: `run-${++count}`,
        protocolVersion: '1.0',
        messages: [...messages],
        tools,
        context: [],
        state: {},
        forwardedProps: {},
        ...more,
      },
    });
    return {
      say(content, offered = []) {
        tools = offered;
        messages.push({ id: `u${messages.length}-${threadId}`, role: 'user', content });
        return send();
      },
      hear(got) {
        const heard = hear(got);
        if (got.status !== 200) return heard;
        waiting = heard.waiting ?? [];
        const toolCalls = heard.waiting?.map(({ id, name }) => ({
          id,
          type: 'function',
          function: { name, arguments: '{}' },
        }));
        messages.push({
          id: `a${messages.length}-${threadId}`,
          role: 'assistant',
          content: heard.text,
          ...(toolCalls === undefined ? {} : { toolCalls }),
        });
        return heard;
      },
      decide: (approved) =>
        send({
          resume: waiting.map(({ id }) => ({ interruptId: id, status: 'resolved', payload: { approved } })),
        }),
      give(output) {
        for (const { id } of waiting)
          messages.push({ id: `t-${id}`, role: 'tool', toolCallId: id, content: JSON.stringify(output) });
        return send();
      },
      cancel: ({ headers }) => ({ path: `/messages/${headers.get('x-oracle-session')}/abort` }),
    };
  },
};

function hear(got: Got): Heard {
  if (got.status !== 200) return { end: 'refused', text: '', code: jsonOf(got).code };
  const events = dataOf(got);
  const text = events.map(({ type, delta }) => (type === 'TEXT_MESSAGE_CONTENT' ? delta : '')).join('');
  const last = events.at(-1);
  if (last.type === 'RUN_ERROR') return { end: 'failed', text, code: last.code };
  if (last.type !== 'RUN_FINISHED') return { end: 'open', text };
  const { outcome, metadata } = last;
  if (outcome.type === 'cancelled') return { end: 'cancelled', text };
  const [interrupt] = outcome.interrupts ?? [];
  if (interrupt !== undefined) {
    const { id, message: words, metadata } = interrupt;
    return { end: 'asked', text, waiting: [{ id, name: metadata.tool, words }] };
  }
  const [pending] = outcome.pendingToolCallIds ?? [];
  if (pending !== undefined) {
    const call = events.find(({ type, toolCallId }) => type === 'TOOL_CALL_START' && toolCallId === pending);
    return { end: 'called', text, waiting: [{ id: pending, name: call.toolCallName, words: '' }] };
  }
  return { end: metadata.finishReason === 'stop' ? 'whole' : 'cut', text };
}
