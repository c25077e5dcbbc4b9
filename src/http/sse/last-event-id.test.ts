import { describe, expect, it } from 'vitest';
import { parseLastEventId } from './last-event-id.js';

describe('parseLastEventId', () => {
  it('starts over without a header', () => {
    expect(parseLastEventId(undefined, 'r1')).toBe(0);
    expect(parseLastEventId('', 'r1')).toBe(0);
  });

  it('reads the place in the run', () => {
    expect(parseLastEventId('r1:42', 'r1')).toBe(42);
  });

  it.each(['42', 'r2:42', 'r1:', 'r1:-1', 'r1:4.2', 'r1:4 ', 'r1:1e3', 'r11:4', 'r1:9999999999999999'])(
    'refuses %j',
    (header) => {
      expect(() => parseLastEventId(header, 'r1')).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
    },
  );
});
