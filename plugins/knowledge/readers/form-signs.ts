import type { HtmlNode } from './html-node.js';

const TICKED = '☒';
const EMPTY = '☐';
/** Of fields whose value a reader does not see, or whose letters are not shown. */
const UNSHOWN = new Set(['hidden', 'password', 'file', 'image', 'range', 'color']);
const TICKS = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option']);

/** What a field of a form shows: whether its box is ticked, or what stands in it; undefined for what is none. */
export function formSign(name: string, element: HtmlNode): string | undefined {
  if (name === 'OPTION') return element.getAttribute('selected') === null ? EMPTY : TICKED;
  if (name !== 'INPUT') {
    const role = element.getAttribute('role')?.trim().toLowerCase() ?? '';
    const checked = element.getAttribute('aria-checked')?.trim().toLowerCase();
    if (!TICKS.has(role) || checked === undefined) return undefined;
    return checked === 'true' ? TICKED : checked === 'mixed' ? '◪' : EMPTY;
  }
  const type = element.getAttribute('type')?.trim().toLowerCase() ?? 'text';
  if (type === 'checkbox' || type === 'radio')
    return element.getAttribute('checked') === null ? EMPTY : TICKED;
  return UNSHOWN.has(type) ? undefined : (element.getAttribute('value') ?? undefined);
}
