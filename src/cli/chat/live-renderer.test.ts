import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANSI_PAINT, NO_PAINT, type Paint } from '../terminal/paint.js';
import { liveRenderer } from './live-renderer.js';
import { screenAfter } from './test-screen.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A terminal of 40 columns on which runs are shown. */
function terminal({ rows = 24, paint = NO_PAINT as Paint, fold = true } = {}) {
  let written = '';
  const renderer = liveRenderer({
    write: (text) => {
      written += text;
    },
    screen: () => ({ columns: 40, rows }),
    paint,
    fold,
  });
  renderer.begin();
  const show = (event: string, data: object) => renderer.show({ event, data });
  return {
    renderer,
    show,
    say: (content: string, messageId = 'm1') => show('message', { content, messageId }),
    wait: (ms: number) => vi.advanceTimersByTime(ms),
    written: () => written,
    screen: () => screenAfter(written),
    finished: () => {
      renderer.finish();
      return screenAfter(written).join('\n').trimEnd().split('\n');
    },
  };
}
const call = { id: 'c1', name: 'weigh', plugin: 'scale', args: { kilos: 3 } };

describe('while a run goes on', () => {
  it('gives a sign of life with its seconds, and leaves none behind', () => {
    const view = terminal();
    view.wait(3050);
    expect(view.screen()[0]).toMatch(/^\S Thinking 3 s$/);
    view.wait(3000);
    expect(view.screen()[0]).toMatch(/^\S Thinking 6 s · Ctrl-C stops$/);
    expect(view.finished()).toEqual(['']);
  });

  it('shows text as it comes, and the whole of it once', () => {
    const view = terminal();
    view.say('It is **mi');
    view.wait(200);
    expect(view.screen()).toEqual(['It is **mi', expect.stringMatching(/Writing 0 s$/)]);
    view.say('ld**.\n\nBring');
    view.wait(200);
    expect(view.screen().slice(0, 3)).toEqual(['It is mild.', '', 'Bring']);
    view.say(' a hat.');
    expect(view.finished()).toEqual(['It is mild.', '', 'Bring a hat.']);
  });

  it('takes words back that turn out to be reasoning, or says so where they stand already', () => {
    const view = terminal();
    view.say('It is 2 + 2.');
    view.wait(200);
    view.show('reasoning', { content: 'It is 2 + 2.', messageId: 'm1', replaces: true });
    view.say('Four.');
    expect(view.finished()).toEqual(['  It is 2 + 2.', '', 'Four.']);

    const late = terminal();
    late.say('It is 2 + 2.\n\nSo, ');
    late.wait(200);
    late.show('reasoning', { content: 'It is 2 + 2.\n\nSo, ', messageId: 'm1', replaces: true });
    late.say('Four.');
    expect(late.finished().join(' ').replace(/\s+/g, ' ')).toMatch(
      /^It is 2 \+ 2\. .*\(What stands above was the reasoning of the model; its answer follows\.\) .*Four\.$/,
    );
  });

  it('breaks an error and its hint between words, the hint below itself', () => {
    const view = terminal();
    view.show('error', {
      code: 'x',
      message: 'The model is away and does not answer.',
      hint: 'Wait a while, or name another model in LLM_MODEL.',
    });
    expect(view.finished()).toEqual([
      'Error: The model is away and does not',
      'answer.',
      '  Wait a while, or name another model',
      '  in LLM_MODEL.',
    ]);
  });

  it('shows each call that runs with its seconds and progress, then a line with its time', () => {
    const view = terminal();
    view.show('tool_call', { ...call, status: 'running' });
    view.show('progress', { id: 'c1', message: 'half\nway' });
    view.wait(2100);
    expect(view.screen()[0]).toMatch(/^\S weigh\(kilos: 3\) 2 s$/);
    expect(view.screen()[1]).toBe('    half way');
    view.show('tool_call', { ...call, status: 'done', ms: 2100, output: { grams: 3000 } });
    view.show('tool_call', { ...call, id: 'c2', status: 'error', ms: 5, error: 'no\nscale' });
    view.say('Done.');
    expect(view.finished()).toEqual([
      '  ✓ weigh(kilos: 3) 2.1 s',
      '  ✗ weigh(kilos: 3) 5 ms: no scale',
      '',
      'Done.',
    ]);
  });

  it('never glues two messages together, and sets calls between them', () => {
    const view = terminal();
    view.say('I look it up.', 'm1');
    view.say('Here it is.', 'm2');
    view.show('tool_call', { ...call, status: 'done', ms: 1 });
    view.say('Three.', 'm3');
    expect(view.finished()).toEqual([
      'I look it up.',
      '',
      'Here it is.',
      '',
      '  ✓ weigh(kilos: 3) 1 ms',
      '',
      'Three.',
    ]);
  });

  it('sets a note below the text so far', () => {
    const view = terminal();
    view.say('One. Two.');
    view.renderer.note('Cancelling.');
    view.show('cancelled', {});
    expect(view.finished()).toEqual(['One. Two.', '', 'Cancelling.', 'Cancelled.']);
  });

  it('says that it stops where it says what goes on, so that the words that still come stay in one piece', () => {
    const view = terminal();
    view.say('One, tw');
    view.renderer.passing('Cancelling. Press Ctrl-C again to leave.');
    expect(view.written()).toContain('Cancelling.');
    view.say('o.');
    view.show('cancelled', {});
    expect(view.finished()).toEqual(['One, two.', '', 'Cancelled.']);
  });

  it('dims what the model thinks, and keeps only a short thought', () => {
    const view = terminal({ paint: ANSI_PAINT });
    view.show('reasoning', { content: 'Let me see.' });
    view.say('Yes.');
    expect(view.finished()).toEqual(['  Let me see.', '', 'Yes.']);
    expect(view.written()).toContain('\u001b[2m  Let me see.\u001b[22m');

    const long = terminal();
    long.show('reasoning', { content: 'a thought\n'.repeat(30) });
    long.wait(4000);
    expect(long.screen()).toHaveLength(7);
    long.say('Yes.');
    expect(long.finished()).toEqual(['Thought for 4.0 s. /more shows it.', '', 'Yes.']);
    expect(long.renderer.more()).toEqual(Array.from({ length: 30 }, () => 'a thought'));
  });

  it('keeps what acts on a terminal out of everything that it prints', () => {
    const view = terminal();
    const hostile = 'x\u001b[2Jy\u0007\u009bz\r\u001b]0;t\u202e\u2066';
    view.say(hostile);
    view.show('reasoning', { content: hostile });
    view.show('tool_call', { id: 'c', name: hostile, args: { hostile }, status: 'running' });
    view.show('progress', { id: 'c', message: hostile });
    view.wait(200);
    view.show('tool_call', { id: 'c', name: hostile, args: { hostile }, status: 'error', error: hostile });
    view.show('notice', { text: hostile });
    view.show('artifact', { title: hostile, url: hostile });
    view.show('error', { message: hostile, hint: hostile });
    view.renderer.finish();
    for (const part of [view.written(), view.renderer.more().join('\n')]) {
      for (const acting of ['\u001b[2J', '\u0007', '\u009b', '\u001b]', '\u202e', '\u2066'])
        expect(part).not.toContain(acting);
    }
  });
});

describe('a long answer', () => {
  const items = Array.from({ length: 30 }, (_, at) => `- item ${at + 1}`).join('\n');

  it('shows its head and its last section, and the rest and the working on demand', () => {
    const view = terminal();
    view.show('tool_call', { ...call, status: 'done', ms: 1, output: { grams: 3000 } });
    view.say(`**Three kilos**\n\nIt weighs 3 kg.\n\n### Items\n\n${items}\n\n**Warnings**\n\n- fragile`);
    expect(view.finished().slice(2)).toEqual([
      'Three kilos',
      '',
      'It weighs 3 kg.',
      '',
      '… 32 more lines: /more',
      '',
      'Warnings',
      '',
      '• fragile',
    ]);
    const rest = view.renderer.more();
    expect([rest.length, rest[0], rest.at(-1)]).toEqual([32, 'Items', '• item 30']);
    expect(view.renderer.more()).toEqual([
      '✓ weigh(kilos: 3) 1 ms',
      '  asked',
      '    kilos: 3',
      '  returned',
      '    grams: 3000',
    ]);
    expect(view.renderer.more()).toEqual([]);
  });

  it('is shown as far as the screen goes where no heading parts it', () => {
    const view = terminal({ rows: 24 });
    view.say(`Here they are:\n\n${items}\n\nThat is all.`);
    const shown = view.finished();
    expect([shown[0], shown[2], shown.at(-3), shown.at(-1)]).toEqual([
      'Here they are:',
      '• item 1',
      '• item 15',
      '… 17 more lines: /more',
    ]);
    const rest = view.renderer.more();
    expect([rest[0], rest.at(-3), rest.at(-1)]).toEqual(['• item 16', '• item 30', 'That is all.']);
  });

  it('is shown whole where nothing can ask for more, and where little is left', () => {
    const once = terminal({ fold: false });
    once.say(`Head\n\n${items}`);
    expect(once.finished()).toHaveLength(32);
    const short = terminal({ rows: 20 });
    short.say(`Head\n\n${items.split('\n').slice(0, 9).join('\n')}\n\nend\n\nof it`);
    expect(short.finished().at(-1)).toBe('of it');
  });
});
