import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent, SequencedEvent } from '../plugin/index.js';
import { decodeEvents, encodeEvents, joinStretches } from './event-log.js';
import { sequence } from './repository-suites/fixtures.js';

const event: fc.Arbitrary<RunEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('message' as const),
      messageId: fc.constantFrom('r:1', 'r:2'),
      content: fc.string({ unit: 'binary' }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('reasoning' as const),
      messageId: fc.constantFrom('r:1', 'r:2'),
      content: fc.string(),
    }),
  },
  fc.record({
    type: fc.constant('tool_call' as const),
    id: fc.string(),
    name: fc.string(),
    args: fc.constant({ list: ['m', 'r', []] }),
    status: fc.constant('done' as const),
    output: fc.constantFrom<unknown>(['m', 'a'], null, 0, [], 'text'),
  }),
  fc.record({ type: fc.constant('capability' as const), loaded: fc.array(fc.string()) }),
  fc.constant<RunEvent>({ type: 'cancelled' }),
);

/** Events cut into batches, as a run manager hands them over. */
const batches = fc
  .array(fc.array(event, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
  .map((lists) => {
    let seq = 1;
    return lists.map((list): SequencedEvent[] => {
      const batch = sequence(seq, list);
      seq += list.length;
      return batch;
    });
  });

describe('event log', () => {
  it('gives every event back after any point, merged or not', () => {
    fc.assert(
      fc.property(batches, fc.nat(50), (list, after) => {
        const all = list.flat();
        const wanted = all.filter(({ seq }) => seq > after);
        const stretches = list.map((batch) => encodeEvents(batch));
        const each = stretches.flatMap((json, index) =>
          decodeEvents(json, list[index]?.[0]?.seq ?? 0, after),
        );
        expect(each).toEqual(wanted);
        expect(decodeEvents(joinStretches(stretches), 1, after)).toEqual(wanted);
      }),
    );
  });

  it('stores consecutive deltas of a message as one array', () => {
    const events = sequence(1, [
      { type: 'message', messageId: 'm', content: 'Hel' },
      { type: 'message', messageId: 'm', content: 'lo' },
      { type: 'reasoning', messageId: 'm', content: 'hm' },
      { type: 'message', messageId: 'n', content: '!' },
      { type: 'message', messageId: 'o', content: '?' },
      { type: 'cancelled' },
    ]);
    expect(encodeEvents(events)).toBe(
      '[["m","m","Hel","lo"],["r","m","hm"],["m","n","!"],["m","o","?"],{"type":"cancelled"}]',
    );
    expect(joinStretches(['[]', '[["m","a"]]', '[{"type":"cancelled"}]'])).toBe(
      '[["m","a"],{"type":"cancelled"}]',
    );
  });
});
