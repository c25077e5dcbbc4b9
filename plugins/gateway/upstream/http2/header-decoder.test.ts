import { describe, expect, it } from 'vitest';
import { literal } from './header-block.js';
import { HeaderDecoder } from './header-decoder.js';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const read = (...blocks: string[]) => {
  const decoder = new HeaderDecoder();
  return blocks.map((block) => Object.fromEntries(decoder.read(bytes(block))));
};

describe('blocks of headers', () => {
  // RFC 7541, appendix C.6: each refers to what the one before put into the table.
  it('refer to those before, packed', () =>
    expect(
      read(
        '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
        '4883 640e ffc1 c0bf',
      ),
    ).toEqual([
      {
        ':status': '302',
        'cache-control': 'private',
        date: 'Mon, 21 Oct 2013 20:13:21 GMT',
        location: 'https://www.example.com',
      },
      {
        ':status': '307',
        'cache-control': 'private',
        date: 'Mon, 21 Oct 2013 20:13:21 GMT',
        location: 'https://www.example.com',
      },
    ]));

  it('lose the oldest where the table is full or made smaller', () => {
    const decoder = new HeaderDecoder();
    const long = 'v'.repeat(2_000);
    const kept = (name: string) => {
      const block = literal(name, long);
      block[0] = 0x40;
      return block;
    };
    decoder.read(Buffer.concat([kept('a'), kept('b')]));
    expect(() => decoder.read(bytes('bf'))).not.toThrow();
    decoder.read(kept('c'));
    expect([...decoder.read(bytes('be')).keys()]).toEqual(['c']);
    expect([...decoder.read(bytes('bf')).keys()]).toEqual(['b']);
    expect(() => decoder.read(bytes('c0'))).toThrow('refers to none');
    const emptied = new HeaderDecoder();
    emptied.read(kept('a'));
    emptied.read(bytes('20'));
    expect(() => emptied.read(bytes('be'))).toThrow('refers to none');
  });

  it.each([0, 1, 126, 127, 128, 254, 255, 16_383, 16_384, 60_000])('carry a text of %i', (length) => {
    const value = 'x'.repeat(length);
    expect(Object.fromEntries(new HeaderDecoder().read(literal('grpc-x', value)))).toEqual({
      'grpc-x': value,
    });
  });

  it('join what has one name', () => {
    const block = Buffer.concat([literal('a', '1'), literal('a', '2')]);
    expect(new HeaderDecoder().read(block).get('a')).toBe('1, 2');
  });

  it.each([
    ['an index of nothing', '80', 'refers to none'],
    ['an index beyond the table', 'be', 'refers to none'],
    ['an end in a name', '00 05 61', 'cut'],
    ['an end in a number', '7f', 'cut'],
    ['a number without end', '7f ffffffffff ff', 'too large'],
    ['a table larger than allowed', '3fe2 1f', 'against the rules'],
    ['a resized table behind a header', '88 20', 'against the rules'],
    ['a code that says the end', '00 84 ffffffff 00', 'against the rules'],
    ['padding of zeros', '00 81 00 00', 'against the rules'],
    ['padding of a whole octet', '00 82 1fff 00', 'against the rules'],
  ])('that have %s are none', (_, block, why) => expect(() => read(block)).toThrow(why));

  it('that stand for a lot are none', () => {
    const decoder = new HeaderDecoder();
    const kept = literal('a', 'v'.repeat(4_000));
    kept[0] = 0x40;
    decoder.read(kept);
    expect(() => decoder.read(Buffer.alloc(20, 0xbe))).toThrow('too long');
  });
});
