import { expect, it } from 'vitest';
import { guarded } from './guarded.js';

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
