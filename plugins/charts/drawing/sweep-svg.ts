const TAG = /<[a-z][^>]*>/gi;
/** What a drawing of Vega has none of once it loads nothing and links nowhere. */
const REACHES =
  /^<(a|script|image|foreignobject|iframe|style|animate|set|use)[\s/>]|\s(on[a-z]+|href|xlink:href)\s*=|url\((?!#[\w-]+\))/i;
const STYLE = /\sstyle="([^"]*)"/i;
/** Words and numbers: nothing that could name an address. */
const PLAIN_STYLE = /^[\w\s.,:;%#'-]*$/;

/** Whether a finished drawing stays within itself, whatever its specification has put into attributes. */
export function staysWithin(svg: string): boolean {
  for (const [tag] of svg.matchAll(TAG)) {
    if (REACHES.test(tag)) return false;
    if (!PLAIN_STYLE.test(STYLE.exec(tag)?.[1] ?? '')) return false;
  }
  return true;
}
