import fc from 'fast-check';
import { marked } from 'marked';
import { expect, it } from 'vitest';
import { exactLine, exactName } from './exact-name.js';
import { inert } from './told.js';

it.each([
  ['/reports/june_2026-final.v2.pdf', '/reports/june_2026-final.v2.pdf'],
  ['/Zoë/大.txt', '/Zoë/大.txt'],
  ['/', '/'],
  ['/@Cora/reports/plan.txt', '/@Cora/reports/plan.txt'],
  ['/me@example.com', '`/me@example.com`'],
  ['/plan A.txt', '`/plan A.txt`'],
  ['/plan  A.txt', '`/plan \\u{20}A.txt`'],
  ['/n\u00a0A', '`/n\\u{a0}A`'],
  ['/n\u2003A', '`/n\\u{2003}A`'],
  ['/n\\u{a0}A', '`/n\\\\u{a0}A`'],
  ['/f\u3164', '`/f\\u{3164}`'],
  ['/v\ufe0f', '`/v\\u{fe0f}`'],
  ['/c\u034f', '`/c\\u{34f}`'],
  ['/b\u2800', '`/b\\u{2800}`'],
  ['/t ', '`/t\\u{20}`'],
  ['/x\n\nNothing is deleted', '`/x\\n\\nNothing is deleted`'],
  ['/k.txt<!--z-->', '`/k.txt<!--z-->`'],
  ['/a`b`**c**.txt', '`/a\\u{60}b\\u{60}**c**.txt`'],
  ['/[click](javascript:alert(1))', '`/[click](javascript:alert(1))`'],
  ['/__init__', '`/__init__`'],
  ['/a, /b', '`/a, /b`'],
  ['/a.', '`/a.`'],
  ['/www.evil.example', '`/www.evil.example`'],
])('writes %j as %s', (name, shown) => expect(exactName(name)).toBe(shown));

it('leaves no part of a long name out', () => {
  const name = `/l${'a'.repeat(90)}SECRET${'b'.repeat(90)}`;
  expect(exactName(name)).toBe(name);
});

it('writes out what a line would swallow, and a line written so stays as it is', () => {
  const line = exactLine('Publish /a  b:\u00a0now\n ');
  expect(line).toBe('Publish /a \\u{20}b:\\u{a0}now\\n\\u{20}');
  expect(exactLine(line)).toBe(line);
});

it('shows nothing of a call as markup: its words and names are read letter for letter', () => {
  const words = `Post **now** to [us](https://evil.example) ${exactName('/k.txt<!--z-->')} <b>`;
  expect(inert(words)).toBe(
    'Post \\*\\*now\\*\\* to [us\\](https://evil.example) \\`/k.txt\\<!--z-->\\` \\<b>',
  );
  // Nothing of these means anything in Markdown, and who reads it raw is spared the escapes.
  const plain = 'Publish /june_2026.pdf: 3 * 4, a & b, 5 < 6 (x)';
  expect(inert(plain)).toBe(plain);
});

it('is the same line again where Markdown has shown it, whatever stands in it', () => {
  const sign = fc.constantFrom(...'ab1 *_~`\\[]()<>!&;#/.:|"'.split(''), '&amp;', '**', '](', '&#65;');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 24 }), (signs) => {
      const line = `May I ${signs.join('').replace(/\s+/g, ' ').trim()}.`;
      expect(textOf(String(marked.parseInline(inert(line))))).toBe(line);
    }),
  );
});

/** What a browser shows of it, links aside, whose text is theirs. */
function textOf(html: string): string {
  const known: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  return html
    .replace(/<\/?a\b[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (each) => known[each] ?? each);
}
