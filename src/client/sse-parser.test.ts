import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser, type SseEvent } from './sse-parser.js';

const line = fc.oneof(
  fc.constantFrom(
    '',
    'data',
    'data:',
    'data: a',
    'data:  two spaces',
    'data:b: c',
    'event: run',
    'event:',
    'id: r:1',
  ),
  fc.constantFrom(
    'id: a\0b',
    'id',
    'retry: 2000',
    'retry: soon',
    ': ping',
    'other: x',
    'dataset: no',
    'data: ü\u{1F600}',
  ),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 })
  .map((lines) => `${lines.map((each) => each.join('')).join('')}end\n`);

function mine(pieces: readonly string[]) {
  const seen: (SseEvent | number)[] = [];
  const feed = createSseParser({ onEvent: (event) => seen.push(event), onRetry: (ms) => seen.push(ms) });
  pieces.forEach(feed);
  return seen;
}

function theirs(text: string) {
  const seen: (SseEvent | number)[] = [];
  const parser = createParser({ onEvent: (event) => seen.push(event), onRetry: (ms) => seen.push(ms) });
  parser.feed(text);
  return seen;
}

describe('the reader of event streams', () => {
  it('reads what eventsource-parser reads, wherever the pieces end', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(60), { maxLength: 12 }), (text, sizes) => {
        const pieces: string[] = [];
        let at = 0;
        for (const size of sizes) {
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        pieces.push(text.slice(at));
        expect(mine(pieces)).toEqual(theirs(text));
      }),
      { numRuns: 500 },
    );
  });

  it('looks once at a line that comes in many pieces', () => {
    const pieces = ['data: ', ...Array.from({ length: 2000 }, () => 'x'.repeat(4096)), '\n\n'];
    const before = process.cpuUsage();
    const [event] = mine(pieces);
    const { user } = process.cpuUsage(before);
    expect(typeof event === 'object' ? event.data.length : 0).toBe(2000 * 4096);
    expect(user).toBeLessThan(1_000_000);
  });
});
