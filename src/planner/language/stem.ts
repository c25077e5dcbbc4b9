/** Endings from long to short; the first that leaves at least the given number of letters is cut. */
const ENDINGS: readonly (readonly [ending: string, keep: number, put: string])[] = [
  ['ifications', 4, 'if'],
  ['ification', 4, 'if'],
  ['izations', 4, ''],
  ['ization', 4, ''],
  ['ations', 4, ''],
  ['ational', 4, ''],
  ['ation', 4, ''],
  ['ators', 4, ''],
  ['ator', 4, ''],
  ['ifies', 4, 'if'],
  ['ified', 4, 'if'],
  ['ifying', 4, 'if'],
  ['ify', 4, 'if'],
  ['ating', 4, ''],
  ['ated', 4, ''],
  ['ates', 4, ''],
  ['ate', 5, ''],
  ['ments', 4, ''],
  ['ment', 4, ''],
  ['nesses', 4, ''],
  ['ness', 4, ''],
  ['tions', 3, 't'],
  ['tion', 3, 't'],
  ['ingly', 4, ''],
  ['ings', 3, ''],
  ['ing', 3, ''],
  ['ied', 2, 'y'],
  ['ies', 2, 'y'],
  ['edly', 4, ''],
  ['ed', 3, ''],
  ['sses', 2, 'ss'],
  ['xes', 2, 'x'],
  ['ches', 2, 'ch'],
  ['shes', 2, 'sh'],
  ['ly', 4, ''],
];

const cache = new Map<string, string>();
const CACHE_LIMIT = 20_000;

/**
 * Light English stemmer: one ending, then plural `s` and final `e`. `stratify`, `stratified` and `stratification`
 * meet in `stratif`. Words with digits and words of three letters or fewer stay as they are (but for a plural).
 */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const result = cut(word);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, result);
  return result;
}

function cut(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  for (const [ending, keep, put] of ENDINGS) {
    if (word.endsWith(ending) && word.length - ending.length >= keep) {
      return undouble(word.slice(0, word.length - ending.length) + put, ending);
    }
  }
  let rest = word;
  if (rest.endsWith('s') && !/(ss|us|is)$/.test(rest)) rest = rest.slice(0, -1);
  if (rest.length > 4 && rest.endsWith('e')) rest = rest.slice(0, -1);
  return rest;
}

/** `planning` -> `plan`, `using` keeps `us`; `sampled` meets `sample` in `sampl`. */
function undouble(rest: string, ending: string): string {
  if ((ending === 'ing' || ending === 'ed') && /([bdgkmnprt])\1$/.test(rest)) return rest.slice(0, -1);
  return rest;
}
