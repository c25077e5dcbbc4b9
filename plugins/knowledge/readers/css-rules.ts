const RULE = /([^{}]+)\{([^{}]*)\}/g;
/** Rules for other than screens. */
const OTHER_MEDIA = /@media[^{]*\b(?:print|speech)\b[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi;
/** Rules of one kind that are looked at. */
export const MOST_RULES = 500;

export interface Styled {
  readonly nodeName: string;
  getAttribute(name: string): string | null;
}

export interface StyledPage {
  querySelectorAll(selector: string): ArrayLike<Styled & { readonly textContent: string | null }>;
}

/** Of the style sheet of a page. */
export type Rule = readonly [selector: string, declarations: string];

export function rulesOf(page: StyledPage): Rule[] {
  const rules: Rule[] = [];
  for (const { textContent } of Array.from(page.querySelectorAll('style'))) {
    const css = (textContent ?? '').replace(/\/\*[\s\S]*?\*\//g, '').replace(OTHER_MEDIA, '');
    for (const [, selector = '', declarations = ''] of css.matchAll(RULE))
      if (!selector.includes('@')) rules.push([selector.trim(), declarations]);
  }
  return rules;
}
