import { describe, expect, it } from 'vitest';
import { type Key, KeyDecoder } from './decode-keys.js';
import { memoryHistory } from './history.js';
import { LineEditor, type LineOptions, type Pressed } from './line-editor.js';

const COLUMNS = 20;

/** A person at a keyboard: `<name>` is a key, everything else is typed. */
function at(options: LineOptions = {}) {
  const editor = new LineEditor('> ', options);
  let last: Pressed = 'goes-on';
  const keysOf = (text: string): readonly Key[] =>
    text
      .split(/(<[a-z-]+>)/)
      .filter((part) => part !== '')
      .map((part) =>
        part.startsWith('<') ? { kind: 'press', name: part.slice(1, -1) } : { kind: 'text', text: part },
      );
  return {
    type(text: string) {
      for (const key of keysOf(text)) last = editor.press(key, COLUMNS);
      return this;
    },
    paste(text: string) {
      const keys = new KeyDecoder().feed(`\u001b[200~${text}\u001b[201~`);
      for (const key of keys) last = editor.press(key, COLUMNS);
      return this;
    },
    get text() {
      return editor.text;
    },
    get last() {
      return last;
    },
    get rows() {
      return editor.layout(COLUMNS).rows.map(({ shown }) => shown);
    },
    get cursor() {
      const { row, column } = editor.layout(COLUMNS).cursor;
      return [row, column];
    },
  };
}

describe('writing', () => {
  it('keeps the lines of what is pasted, shows them, and sends on Enter alone', () => {
    const hand = at().paste('Dear oracle,\r\n\r\nhow many?');
    expect(hand.last).toBe('goes-on');
    expect(hand.rows).toEqual(['> Dear oracle,', '  ', '  how many?']);
    expect(hand.type('<enter>').last).toBe('ready');
    expect(hand.text).toBe('Dear oracle,\n\nhow many?');
  });

  it('takes a long paste in time that grows with its length alone, and a key after it in next to none', () => {
    const lines = Array.from(
      { length: 1_600 },
      (_, at) => `${at} – this is a line of a pasted text with some words`,
    );
    const hand = at();
    const since = () => process.cpuUsage().user / 1_000;
    const begun = since();
    hand.paste(lines.join('\n'));
    expect(hand.rows).toHaveLength(1_600 * 4);
    expect(at().paste('un café noir '.repeat(7_600)).rows.length).toBeGreaterThan(5_000);
    const laid = since();
    for (const _ of lines.slice(0, 20)) expect(hand.type('x').rows.length).toBeGreaterThan(6_000);
    // With the square of the length it was 5 s, and as much for each key.
    expect(laid - begun).toBeLessThan(1_500);
    expect(since() - laid).toBeLessThan(1_500);
  });

  it('looks for the word before the cursor in a long word in next to no time', () => {
    const hand = at().paste(`${'a'.repeat(90_000)} b`);
    const begun = process.cpuUsage().user;
    expect(hand.type('<ctrl-w>').text.length).toBe(90_001);
    expect(hand.type('<ctrl-y><ctrl-left>x').text.slice(-3)).toBe(' xb');
    expect(process.cpuUsage().user - begun).toBeLessThan(3_000_000);
  });

  it('refuses what is longer than a message may be, and keeps what stood there', () => {
    const hand = at().type('before ').paste('x'.repeat(99_994));
    expect([hand.last, hand.text]).toEqual(['too-long', 'before ']);
    expect(hand.paste('x'.repeat(99_993)).text.length).toBe(100_000);
    expect(hand.type('y').last).toBe('too-long');
  });

  it('leaves with Ctrl-D what was there to begin with as it was', () => {
    expect(at({ initial: '["/a.txt"]' }).type('<ctrl-d>').last).toBe('leaves');
    const inside = at({ initial: 'ab' }).type('<left><ctrl-d>');
    expect([inside.last, inside.text]).toEqual(['goes-on', 'a']);
    expect(at().type('ab<ctrl-d>').last).toBe('goes-on');
  });

  it('shows nothing of a secret', () => {
    const line = at({ secret: true }).type('hunter2');
    expect([line.text, line.rows, line.cursor]).toEqual(['hunter2', ['> '], [0, 2]]);
  });

  it('begins a line with Alt-Enter, Ctrl-J, Shift-Enter, and Enter after a backslash', () => {
    const hand = at().type('a<alt-enter>b<ctrl-j>c<shift-enter>d\\<enter>e');
    expect([hand.text, hand.last]).toEqual(['a\nb\nc\nd\ne', 'goes-on']);
  });

  it.each([
    ['one two<ctrl-left><backspace>', 'onetwo'],
    ['one two<ctrl-a><alt-d>', ' two'],
    ['one two-three<ctrl-w>', 'one '],
    ['one two-three<alt-backspace>', 'one two-'],
    ['ab<left><ctrl-k><ctrl-a><ctrl-y>', 'ba'],
    ['ab<ctrl-j>cd<ctrl-u>', 'ab\n'],
    ['ab<ctrl-j>cd<home><backspace>', 'abcd'],
    ['ab<ctrl-j>cd<up><end>!', 'ab!\ncd'],
    ['a👩‍👩‍👧e\u0301<backspace><backspace>', 'a'],
    ['日本<left><delete>', '日'],
    ['x<unknown><escape>', 'x'],
  ])('%s', (typed, text) => {
    expect(at().type(typed).text).toBe(text);
  });

  it('measures wide characters, emoji and marks, and wraps before one that does not fit', () => {
    const hand = at().type('日本語日本語日本語');
    expect(hand.rows).toEqual(['> 日本語日本語日本', '  語']);
    expect(hand.cursor).toEqual([1, 4]);
    expect(at().type('👍🏽 e\u0301 🇩🇪 ✔').cursor).toEqual([0, 11]);
  });

  it('wraps at words, within one only when it is wider than a row, and the cursor goes along', () => {
    const hand = at().type('the quick brown fox jumps');
    expect(hand.rows).toEqual(['> the quick brown ', '  fox jumps']);
    expect(hand.cursor).toEqual([1, 11]);
    // In the middle of the word that moved, at its beginning, and at the blank before it.
    expect(hand.type('<ctrl-left>').cursor).toEqual([1, 6]);
    expect(hand.type('<ctrl-left><left>').cursor).toEqual([0, 17]);
    expect(at().type('seventeen letters').rows).toEqual(['> seventeen letters']);
    const full = at().type('seventeen letters ');
    expect(full.rows).toEqual(['> seventeen letters']);
    expect(full.cursor).toEqual([0, 19]);
    expect(full.type('x').rows).toEqual(['> seventeen letters', '  x']);
    const long = at().type(`go ${'abcdefghij'.repeat(3)}`);
    expect(long.rows).toEqual(['> go ', '  abcdefghijabcdefg', '  hijabcdefghij']);
    expect(at().type('abcdefghij'.repeat(2)).rows).toEqual(['> abcdefghijabcdefg', '  hij']);
  });

  it('lets nothing that it is given act on the terminal', () => {
    const hand = at({ initial: 'a\u001b[2J\u202eb\tc' });
    expect(hand.rows).toEqual(['> a\ufffd[2J\ufffdb    c']);
    expect(hand.cursor).toEqual([0, 14]);
    expect(hand.type('<enter>').text).toBe('a\u001b[2J\u202eb\tc');
  });

  it('clears with Ctrl-C, leaves with Ctrl-C or Ctrl-D on nothing', () => {
    const hand = at().type('abc<ctrl-c>');
    expect([hand.text, hand.last]).toEqual(['', 'goes-on']);
    expect(hand.type('<ctrl-c>').last).toBe('leaves');
    expect(at().type('<ctrl-d>').last).toBe('leaves');
    expect(at().type('ab<left><ctrl-d>').text).toBe('a');
  });

  it('completes as far as all agree', () => {
    const complete = (text: string) => ['/sessions', '/session-new'].filter((word) => word.startsWith(text));
    expect(at({ complete }).type('/s<tab>').text).toBe('/session');
    expect(at({ complete }).type('/sessions<tab>').text).toBe('/sessions');
    expect(at({ complete }).type('x<tab>').text).toBe('x');
  });
});

describe('the history', () => {
  const history = () => memoryHistory(['first', 'second\nof two lines', 'third']);

  it('is walked from the first and last row, and keeps what was being written', () => {
    const hand = at({ history: history() }).type('draft<up>');
    expect(hand.text).toBe('third');
    expect(hand.type('<up>').text).toBe('second\nof two lines');
    expect(hand.type('<up>').text).toBe('second\nof two lines');
    expect(hand.type('<up>').text).toBe('first');
    expect(hand.type('<up>').text).toBe('first');
    expect(hand.type('<ctrl-n><ctrl-n><ctrl-n>').text).toBe('draft');
  });

  it('is searched with Ctrl-R, ever further back, and left as it was with Escape', () => {
    const hand = at({ history: history() }).type('draft<ctrl-r>D');
    expect(hand.text).toBe('third');
    expect(hand.rows).toEqual(['(search: D) third']);
    expect(hand.type('<ctrl-r>').text).toBe('second\nof two lines');
    expect(hand.type('<ctrl-r>').text).toBe('second\nof two lines');
    expect(hand.type('<escape>').text).toBe('draft');
    const sent = at({ history: history() }).type('<ctrl-r>fir<enter>');
    expect([sent.text, sent.last]).toEqual(['first', 'ready']);
    const none = at({ history: history() }).type('x<ctrl-r>zz');
    expect(none.rows).toEqual(['(nothing found: zz)', 'x']);
  });
});
