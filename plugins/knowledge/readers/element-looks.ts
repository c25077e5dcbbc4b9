import { writtenBy } from './css-content.js';
import { MOST_RULES, type Rule, rulesOf, type Styled, type StyledPage } from './css-rules.js';

/** What hides an element from whoever reads the page, of its own style or of a rule. */
const HIDES =
  /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|(?:font-size|opacity|max-height|max-width)\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:!important\s*)?(?:;|$)|(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*(?:0|1px)|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0\s*\))/i;
const STRIKES = /(?:^|[;{\s])text-decoration(?:-line)?\s*:[^;]*line-through/i;
const RAISES = /(?:^|[;{\s])vertical-align\s*:\s*super/i;
const LOWERS = /(?:^|[;{\s])vertical-align\s*:\s*sub/i;
/** Higher, lower or smaller than its line, as marks are, and much else. */
const HIGHER =
  /(?:^|[;{\s])vertical-align\s*:\s*(?:text-top|top|\+?(?:\d+\.?\d*|\.\d+)(?<![^\d.]0(?:\.0+)?)(?:px|pt|em|ex|rem|%))|position\s*:\s*relative[^{}]*[;\s](?:top\s*:\s*-[\d.]|bottom\s*:\s*[\d.]*[1-9])|(?:^|[;{\s])(?:top\s*:\s*-[\d.]|bottom\s*:\s*[\d.]*[1-9])[^{}]*[;\s]position\s*:\s*relative/i;
const LOWER =
  /(?:^|[;{\s])vertical-align\s*:\s*(?:text-bottom|bottom|-[\d.]*[1-9])|position\s*:\s*relative[^{}]*[;\s](?:bottom\s*:\s*-[\d.]|top\s*:\s*[\d.]*[1-9])/i;
const SMALLER =
  /(?:^|[;{\s])font-size\s*:\s*(?:smaller|(?:xx?-)?small|0?\.[1-8]\d*r?em|[1-7]?\d(?:\.\d+)?%|[1-8](?:\.\d+)?p[xt])/i;
const STRUCK = new Set(['DEL', 'S', 'STRIKE']);
/** How what an element holds looks to whoever reads the page. */
export interface Looks {
  /** Nobody sees it, or it is crossed out: no part of what the page says. */
  isGone(element: Styled): boolean;
  /** It stands above the line or below it. */
  shift(element: Styled): 'sup' | 'sub' | undefined;
  /** It stands higher or lower than its line, or is smaller: it may be a mark there. */
  mark(element: Styled): 'sup' | 'sub' | undefined;
  /** What a rule writes before what it holds, and after it. */
  written(element: Styled): Partial<Record<'before' | 'after', string>>;
}

/**
 * Tells which elements of a page are not to be read as they stand. It knows elements, attributes, styles and the rules of
 * the page itself; what scripts and foreign style sheets do it does not know.
 */
export function looksIn(page: StyledPage): Looks {
  const rules = rulesOf(page);
  const is = (pattern: RegExp) => {
    const byRule = chosen(page, rules, pattern);
    return (element: Styled) => byRule.has(element) || pattern.test(element.getAttribute('style') ?? '');
  };
  const [hides, strikes, raises, lowers] = [is(HIDES), is(STRIKES), is(RAISES), is(LOWERS)];
  const [isHigher, isLower, isSmaller] = [is(HIGHER), is(LOWER), is(SMALLER)];
  // What hides nothing but itself writes nothing.
  const shown = rules.map(([selector, given]): Rule => [selector, HIDES.test(given) ? 'content:""' : given]);
  const [before, after] = [writtenBy(page, shown, 'before'), writtenBy(page, shown, 'after')];
  return {
    written(element) {
      const [first, last] = [before.get(element), after.get(element)];
      return {
        ...(first === undefined ? {} : { before: first }),
        ...(last === undefined ? {} : { after: last }),
      };
    },
    isGone: (element) =>
      STRUCK.has(element.nodeName.toUpperCase()) ||
      element.getAttribute('hidden') !== null ||
      element.getAttribute('aria-hidden')?.trim().toLowerCase() === 'true' ||
      hides(element) ||
      strikes(element),
    shift(element) {
      const name = element.nodeName.toUpperCase();
      if (name === 'SUP' || raises(element)) return 'sup';
      return name === 'SUB' || lowers(element) ? 'sub' : undefined;
    },
    mark(element) {
      if (isLower(element)) return 'sub';
      return isHigher(element) || isSmaller(element) || isSmallPrint(element) ? 'sup' : undefined;
    },
  };
}

function isSmallPrint(element: Styled): boolean {
  const name = element.nodeName.toUpperCase();
  return name === 'SMALL' || (name === 'FONT' && /^\s*(?:1|-\d)/.test(element.getAttribute('size') ?? ''));
}

function chosen(page: StyledPage, rules: readonly Rule[], pattern: RegExp): ReadonlySet<Styled> {
  const elements = new Set<Styled>();
  const selectors = rules.filter(([, declarations]) => pattern.test(declarations)).slice(0, MOST_RULES);
  for (const [selector] of selectors) {
    try {
      for (const element of Array.from(page.querySelectorAll(selector))) elements.add(element);
    } catch {
      // A selector that the parser does not know, such as `::before`, chooses no element.
    }
  }
  return elements;
}
