import { dataOf, type Got, type Heard, jsonOf, type Sent, type Speaker } from './speaker.js';

/** A client of the Responses API, which goes on from the answer before. */
export const openAiResponses: Speaker = {
  door: 'OpenAI responses',
  talk(sessionId) {
    let from: object = { conversation: sessionId };
    let offered: object = {};
    let waiting: readonly { readonly id: string }[] = [];
    const send = (input: unknown): Sent => ({
      path: '/v1/responses',
      body: { model: 'oracle', stream: true, input, ...from, ...offered },
    });
    return {
      say(words, tools) {
        if (tools !== undefined) offered = { tools: tools.map((each) => ({ type: 'function', ...each })) };
        return send(words);
      },
      hear(got) {
        const heard = hear(got);
        if (got.status !== 200) return heard;
        const id = idIn(got);
        if (id !== undefined) from = { previous_response_id: id };
        waiting = heard.waiting ?? [];
        return heard;
      },
      decide: (approve) =>
        send(waiting.map(({ id }) => ({ type: 'mcp_approval_response', approval_request_id: id, approve }))),
      give: (output) =>
        send(
          waiting.map(({ id }) => ({
            type: 'function_call_output',
            call_id: id,
            output: JSON.stringify(output),
          })),
        ),
      cancel: (begun) => ({ path: `/v1/responses/${idIn(begun)}/cancel` }),
      rejoin: (begun) => ({
        method: 'GET',
        path: `/v1/responses/${idIn(begun)}?stream=true&starting_after=${dataOf(begun).at(-1).sequence_number}`,
      }),
    };
  },
};

/** Absent in the rest of a stream. */
const idIn = (got: Got) => dataOf(got)[0].response?.id;

function hear(got: Got): Heard {
  if (got.status !== 200) return { end: 'refused', text: '', code: jsonOf(got).error.code };
  const events = dataOf(got);
  const text = events.map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : '')).join('');
  const { type, response } = events.at(-1);
  if (type === 'response.failed') {
    const { status, error } = response;
    return { end: status === 'cancelled' ? 'cancelled' : 'failed', text, code: error.code };
  }
  if (type === 'response.incomplete') return { end: 'cut', text };
  if (type !== 'response.completed') return { end: 'open', text };
  for (const item of response.output) {
    if (item.type === 'mcp_approval_request')
      return { end: 'asked', text, waiting: [{ id: item.id, name: item.name, words: item.summary }] };
    if (item.type === 'function_call')
      return { end: 'called', text, waiting: [{ id: item.call_id, name: item.name, words: '' }] };
  }
  return { end: 'whole', text };
}
