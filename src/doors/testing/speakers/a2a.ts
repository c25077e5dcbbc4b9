import { randomUUID } from 'node:crypto';
import { dataOf, type Got, type Heard, jsonOf, type Sent, type Speaker } from './speaker.js';

/** A client of A2A 1.0 over JSON-RPC. */
export const a2a: Speaker = {
  door: 'A2A',
  talk(contextId) {
    let taskId: string | undefined;
    let waiting: readonly { readonly id: string }[] = [];
    const call = (method: string, params: object): Sent => ({
      path: '/a2a',
      body: { jsonrpc: '2.0', id: 1, method, params },
    });
    const send = (part: object): Sent =>
      call('SendStreamingMessage', {
        message: {
          messageId: randomUUID(),
          contextId,
          role: 'ROLE_USER',
          parts: [part],
          ...(taskId === undefined ? {} : { taskId }),
        },
      });
    return {
      say: (text) => send({ text }),
      hear(got) {
        const heard = hear(got);
        if (heard.end === 'refused') return heard;
        taskId = heard.waiting === undefined ? undefined : taskIn(got);
        waiting = heard.waiting ?? [];
        return heard;
      },
      decide: (approved) => send({ data: { decisions: waiting.map(({ id }) => ({ id, approved })) } }),
      cancel: (begun) => call('CancelTask', { id: taskIn(begun) }),
      rejoin: (begun) => call('SubscribeToTask', { id: taskIn(begun) }),
    };
  },
};

const taskIn = (got: Got) => dataOf(got)[0].result.task.id;

function hear(got: Got): Heard {
  const results = dataOf(got).map(({ result }) => result);
  if (results.length === 0) {
    const { data, message } = jsonOf(got).error;
    return { end: 'refused', text: message, code: data[0].reason };
  }
  const text = results.map(({ artifactUpdate }) => artifactUpdate?.artifact.parts[0].text ?? '').join('');
  const last = results.findLast(({ statusUpdate }) => statusUpdate !== undefined)?.statusUpdate;
  const parts = last?.status.message?.parts ?? [];
  switch (last?.status.state) {
    case 'TASK_STATE_COMPLETED':
      return { end: last.metadata?.finishReason === undefined ? 'whole' : 'cut', text };
    case 'TASK_STATE_CANCELED':
      return { end: 'cancelled', text };
    case 'TASK_STATE_FAILED':
      return { end: 'failed', text, code: last.metadata.code };
    case 'TASK_STATE_INPUT_REQUIRED': {
      const [{ id, tool: name }] = parts[1].data.approvals;
      return { end: 'asked', text, waiting: [{ id, name, words: parts[0].text }] };
    }
    default:
      return { end: 'open', text };
  }
}
