import { dataOf, type Got, type Heard, jsonOf, type Sent, type Speaker } from './speaker.js';

/** A client of chat completions, which sends the whole conversation each time. */
export const openAiChat: Speaker = {
  door: 'OpenAI chat',
  talk(sessionId) {
    const messages: object[] = [];
    let offered: object = {};
    let calls: readonly { readonly id: string }[] = [];
    const send = (message: object): Sent => {
      messages.push(message);
      return {
        path: '/v1/chat/completions',
        headers: { 'X-Oracle-Session': sessionId },
        body: { model: 'oracle', stream: true, messages: [...messages], ...offered },
      };
    };
    return {
      say(content, tools) {
        if (tools !== undefined)
          offered = { tools: tools.map((each) => ({ type: 'function', function: each })) };
        return send({ role: 'user', content });
      },
      hear(got) {
        const heard = hear(got);
        if (got.status !== 200) return heard;
        const tool_calls = dataOf(got).flatMap(({ choices }) => choices?.[0]?.delta.tool_calls ?? []);
        calls = tool_calls;
        const said = tool_calls.length === 0 ? {} : { tool_calls };
        messages.push({ role: 'assistant', content: heard.text, ...said });
        return heard;
      },
      decide: (approved) => send({ role: 'user', content: approved ? 'yes' : 'no' }),
      give: (output) => send({ role: 'tool', tool_call_id: calls[0]?.id, content: JSON.stringify(output) }),
      // The protocol has no way of its own: the oracle's is open to whoever reads the header of the session.
      cancel: ({ headers }) => ({ path: `/messages/${headers.get('x-oracle-session')}/abort` }),
    };
  },
};

function hear(got: Got): Heard {
  if (got.status !== 200) return { end: 'refused', text: '', code: jsonOf(got).error.code };
  const chunks = dataOf(got);
  const text = chunks.map(({ choices }) => choices?.[0]?.delta.content ?? '').join('');
  const error = chunks.find((chunk) => chunk.error !== undefined)?.error;
  if (error !== undefined)
    return { end: error.code === 'cancelled' ? 'cancelled' : 'failed', text, code: error.code };
  if (!got.text.endsWith('data: [DONE]\n\n')) return { end: 'open', text };
  const ended = chunks.find(({ choices }) => choices?.[0]?.finish_reason != null);
  if (ended.choices[0].finish_reason === 'length') return { end: 'cut', text };
  const calls = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
  if (calls.length > 0)
    return {
      end: 'called',
      text,
      waiting: calls.map((call) => ({ id: call.id, name: call.function.name, words: '' })),
    };
  const asks = ended.oracle?.approvals ?? [];
  return asks.length === 0
    ? { end: 'whole', text }
    : {
        end: 'asked',
        text,
        waiting: asks.map(({ id, tool }: { readonly id: string; readonly tool: string }) => ({
          id,
          name: tool,
          words: text,
        })),
      };
}
