const TAG = /<(\/?)([a-z][^\s/<>]*)/gi;
/** Elements without an end, those that the next of their kind ends, and shapes. */
const UNNESTED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option optgroup colgroup path circle ellipse rect line polyline polygon use stop image'.split(
    ' ',
  ),
);

/**
 * How deep the elements of markup nest at most, by its tags alone and without building anything: what to ask before a
 * parser is given the text, for the time of some grows with the square of the depth.
 */
export function markupDepth(markup: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, closes, name = ''] of markup.matchAll(TAG)) {
    if (UNNESTED.has(name.toLowerCase())) continue;
    if (closes === '/') depth = Math.max(0, depth - 1);
    else deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}
