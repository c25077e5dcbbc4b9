import { expect, it } from 'vitest';
import { guarded, guardedWords } from './guarded.js';

it('lets through what this program draws with, and nothing else that acts', () => {
  const own = '\r\u001b[2K\u001b[3A\u001b[J\u001b[1;31mred\u001b[0m\tand\n';
  expect(guarded(own)).toBe(own);
  expect(guarded('\u001b]0;title\u0007 \u001b[6n \u001bc \u009b2J \u007f')).toBe(
    '\\u001b]0;title\\u0007 \\u001b[6n \\u001bc \\u009b2J \\u007f',
  );
  const json = JSON.stringify({ name: 'a\u202eb\u0085', esc: '\u001b[2J' });
  expect(JSON.parse(guarded(json))).toEqual(JSON.parse(json));
  expect(guarded(json)).not.toMatch(/[\u0080-\u009f\u202e]/);
});

it('lets nobody conceal what follows, or clear what stands above', () => {
  expect(guarded('\u001b[2J\u001b[H\u001b[8m\u001b[1;8m\u001b[30m')).toBe(
    '\\u001b[2J\\u001b[H\\u001b[8m\\u001b[1;8m\\u001b[30m',
  );
});

it('lets no escape through of a command that draws nothing, and a line begin anew only where a text begins', () => {
  expect(guardedWords('\r40%')).toBe('\r40%');
  expect(guardedWords('a,b\r\n\tc\n')).toBe('a,b\r\n\tc\n');
  expect(guardedWords('fail\rpass \u001b[1mbold\u001b[2K\u2028\u202e')).toBe(
    'fail\\u000dpass \\u001b[1mbold\\u001b[2K\\u2028\\u202e',
  );
});
