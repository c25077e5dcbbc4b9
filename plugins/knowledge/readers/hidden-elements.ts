/** What hides an element from whoever reads the page, of its own style or of a rule. */
const HIDES =
  /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|(?:font-size|opacity|max-height|max-width)\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:!important\s*)?(?:;|$)|(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*(?:0|1px)|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0\s*\))/i;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
/** Rules for other than screens. */
const OTHER_MEDIA = /@media[^{]*\b(?:print|speech)\b[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi;
const MOST_RULES = 500;

interface Styled {
  getAttribute(name: string): string | null;
}

interface StyledPage {
  querySelectorAll(selector: string): ArrayLike<Styled & { readonly textContent: string | null }>;
}

/**
 * Tells which elements of a page nobody sees: words that stand there for machines alone are not what the page says. It
 * knows attributes, styles and the rules of the page itself; what scripts and foreign style sheets do it does not know.
 */
export function hiddenIn(page: StyledPage): (element: Styled) => boolean {
  const byRule = new Set<Styled>();
  for (const selector of hidingSelectors(page)) {
    try {
      for (const element of Array.from(page.querySelectorAll(selector))) byRule.add(element);
    } catch {
      // A selector that the parser does not know, such as `::before`, chooses no element.
    }
  }
  return (element) =>
    byRule.has(element) ||
    element.getAttribute('hidden') !== null ||
    element.getAttribute('aria-hidden')?.trim().toLowerCase() === 'true' ||
    HIDES.test(element.getAttribute('style') ?? '');
}

function hidingSelectors(page: StyledPage): string[] {
  const selectors: string[] = [];
  for (const { textContent } of Array.from(page.querySelectorAll('style'))) {
    const css = (textContent ?? '').replace(/\/\*[\s\S]*?\*\//g, '').replace(OTHER_MEDIA, '');
    for (const [, selector = '', declarations = ''] of css.matchAll(RULE))
      if (HIDES.test(declarations) && !selector.includes('@')) selectors.push(selector.trim());
  }
  return selectors.slice(0, MOST_RULES);
}
