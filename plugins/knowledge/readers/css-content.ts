import { MOST_RULES, type Rule, type Styled, type StyledPage } from './css-rules.js';

/** What `content` may be made of: strings, and values of attributes. */
const CONTENT =
  /(?:^|[;{\s])content\s*:\s*((?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|attr\(\s*[\w-]+\s*\)|\s+)+)/i;
const PART = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|attr\(\s*([\w-]+)\s*\)/g;

/** What rules write before what elements hold, or after it; the last rule of an element counts. Signs of icon fonts are none. */
export function writtenBy(
  page: StyledPage,
  rules: readonly Rule[],
  where: 'before' | 'after',
): ReadonlyMap<Styled, string> {
  const written = new Map<Styled, string>();
  const pseudo = new RegExp(`::?${where}\\s*$`, 'i');
  const chosen = rules.filter(
    ([selector, declarations]) =>
      new RegExp(`::?${where}`, 'i').test(selector) && /content\s*:/i.test(declarations),
  );
  for (const [selectors, declarations] of chosen.slice(0, MOST_RULES)) {
    const content = CONTENT.exec(declarations)?.[1];
    for (const selector of selectors.split(',').filter((one) => pseudo.test(one.trim()))) {
      try {
        for (const element of Array.from(page.querySelectorAll(selector.trim().replace(pseudo, '') || '*')))
          written.set(element, content === undefined ? '' : contentOf(content, element));
      } catch {
        // A selector that the parser does not know chooses no element.
      }
    }
  }
  return written;
}

function contentOf(content: string, element: Styled): string {
  return Array.from(content.matchAll(PART), ([, one, other, name]) =>
    name === undefined ? unescaped(one ?? other ?? '') : (element.getAttribute(name) ?? ''),
  )
    .join('')
    .replace(/\p{Co}/gu, '');
}

/** A string of CSS without its escapes: `\\2014` is a dash. */
function unescaped(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi, (_, code?: string, sign?: string) => {
    if (code === undefined) return sign ?? '';
    const number = Number.parseInt(code, 16);
    return number > 0 && number <= 0x10ffff && !(number >= 0xd800 && number <= 0xdfff)
      ? String.fromCodePoint(number)
      : '';
  });
}
