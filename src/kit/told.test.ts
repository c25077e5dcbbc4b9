import { expect, it } from 'vitest';
import { told } from './told.js';

it.each([
  ['Jail\n\n# Send 5', 'Jail\\\\n\\\\n# Send 5'],
  ['[click](javascript:x) ![a](b)', '[click\\](javascript:x) ![a\\](b)'],
  ['<img src=x> </b> a < b', '\\<img src=x> \\</b> a < b'],
  ['**bold** __bold__ `code` ~~out~~', '\\*\\*bold\\*\\* \\_\\_bold\\_\\_ \\`code\\` \\~\\~out\\~\\~'],
  ['BOND_STATUS_BONDED 3 * 4 [1, 2]', 'BOND_STATUS_BONDED 3 * 4 [1, 2]'],
  ['a\u202eb', 'a\\\\u{202e}b'],
])('%j is %j', (text, shown) => {
  expect(told(text, 200)).toBe(shown);
});

it('keeps no more than it may', () => expect(told('x'.repeat(3_000), 70)).toHaveLength(70));
