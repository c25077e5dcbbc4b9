import type { SequencedEvent } from '../../plugin/index.js';

const UNSAFE = /[\r\n\0]/;

/**
 * One event in the native form: `event: <type>`, `id: <runId>:<seq>`, one line of JSON (which escapes line
 * breaks) as `data:`. Lines end in LF alone, because some clients split frames on two of them.
 * @throws TypeError when the run id or type would break out of its line.
 */
export function encodeNative(runId: string, { seq, event }: SequencedEvent): string {
  const { type, ...data } = event;
  if (UNSAFE.test(runId) || UNSAFE.test(type)) throw new TypeError('An SSE field must be a single line.');
  return `event: ${type}\nid: ${runId}:${seq}\ndata: ${JSON.stringify(data)}\n\n`;
}
