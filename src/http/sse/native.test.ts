import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../plugin/index.js';
import { encodeNative } from './native.js';

function decode(text: string): EventSourceMessage[] {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  parser.feed(text);
  return messages;
}

describe('encodeNative', () => {
  it('writes the documented bytes', () => {
    expect(
      encodeNative('r1', { seq: 3, event: { type: 'message', messageId: 'm', content: 'Hi\r\nthere' } }),
    ).toBe('event: message\nid: r1:3\ndata: {"messageId":"m","content":"Hi\\r\\nthere"}\n\n');
    expect(encodeNative('r1', { seq: 4, event: { type: 'cancelled' } })).toBe(
      'event: cancelled\nid: r1:4\ndata: {}\n\n',
    );
  });

  it('survives a foreign parser whatever the text holds', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('\r', '\n', '\r\n', '\u2028', '\0', ':', 'data: '), fc.string()),
    });
    fc.assert(
      fc.property(text, fc.nat(), fc.dictionary(text, fc.jsonValue()), (content, seq, args) => {
        const events: RunEvent[] = [
          { type: 'message', messageId: 'm', content },
          { type: 'tool_call', id: content, name: 'x', args, status: 'done', output: content },
        ];
        for (const event of events) {
          const frame = encodeNative('run_1', { seq, event });
          expect(frame).not.toContain('\r');
          const [message, ...more] = decode(frame);
          expect(more).toEqual([]);
          expect(message).toMatchObject({ event: event.type, id: `run_1:${seq}` });
          const { type: _, ...data } = event;
          expect(JSON.parse(message?.data ?? '')).toEqual(JSON.parse(JSON.stringify(data)));
        }
      }),
    );
  });

  it('refuses a run id that would break out of its line', () => {
    for (const id of ['r\nevent: done', 'r\r', 'r\0']) {
      expect(() => encodeNative(id, { seq: 1, event: { type: 'cancelled' } })).toThrow(TypeError);
    }
  });
});
