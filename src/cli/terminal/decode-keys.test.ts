import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Key, KeyDecoder } from './decode-keys.js';

const keysOf = (...chunks: string[]): Key[] => {
  const decoder = new KeyDecoder();
  return chunks.flatMap((chunk) => decoder.feed(chunk)).concat(decoder.flush());
};
const press = (name: string): Key => ({ kind: 'press', name });

describe('keys', () => {
  it.each([
    ['\r', 'enter'],
    ['\n', 'ctrl-j'],
    ['\u001b\r', 'alt-enter'],
    ['\u001b[13;2u', 'shift-enter'],
    ['\u001b[27;5;13~', 'ctrl-enter'],
    ['\u0003', 'ctrl-c'],
    ['\u0012', 'ctrl-r'],
    ['\u007f', 'backspace'],
    ['\u001b\u007f', 'alt-backspace'],
    ['\u001b[A', 'up'],
    ['\u001bOA', 'up'],
    ['\u001b[1;5D', 'ctrl-left'],
    ['\u001b[3~', 'delete'],
    ['\u001bb', 'alt-b'],
    ['\u001b', 'escape'],
    ['\u001b[15~', 'unknown'],
  ])('%j is %s', (bytes, name) => {
    expect(keysOf(bytes)).toEqual([press(name)]);
  });

  it('takes a paste as one, with its lines and without what would act on a terminal', () => {
    expect(keysOf('a\u001b[200~one\r\n\rtwo\u001b[31m\u0003\tx\n\u001b[201~b')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'paste', text: 'one\n\ntwo[31m\tx\n' },
      { kind: 'text', text: 'b' },
    ]);
  });

  it('takes Ctrl-C within a paste that does not end for Ctrl-C', () => {
    expect(keysOf('\u001b[200~one two', '\u0003', 'x')).toEqual([
      press('ctrl-c'),
      { kind: 'text', text: 'x' },
    ]);
  });

  it('holds no more of a paste than anybody takes, and counts the rest', () => {
    const [key] = keysOf(
      '\u001b[200~',
      ...Array.from({ length: 30 }, () => 'x'.repeat(50_000)),
      '\u001b[201~',
    );
    expect(key).toMatchObject({ kind: 'paste', leftOut: 500_000 });
    expect(key?.kind === 'paste' ? key.text.length : 0).toBe(1_000_000);
  });

  it('says the same however its bytes are cut', () => {
    const whole = 'ab日\u001b[200~x\r\ny\u001b\u001b[201~\u001b[1;5C\u001bOD\u001b\r👍';
    const joined = (keys: readonly Key[]) =>
      keys.map((key) => (key.kind === 'press' ? `<${key.name}>` : key.text)).join('');
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const parts = at.slice(1).map((end, index) => whole.slice(at[index], end));
        expect(joined(keysOf(...parts))).toBe(joined(keysOf(whole)));
      }),
    );
  });
});
