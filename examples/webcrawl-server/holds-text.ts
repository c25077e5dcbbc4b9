/** Characters of what a page says while its text is on the way. */
const LONGEST = 120;
/** Links lead somewhere that nobody reads. */
const TARGET = /\]\([^)]*\)/g;
const WAITING =
  /^\W*(?:loading\W*$|loading\b.{0,20}(?:\.\.|…)|(?:just a moment|one moment|please wait)\b|please stand by|wird geladen|bitte warten|lädt|chargement|veuillez patienter|cargando|espere|un momento|carregando|a carregar|aguarde|inapakia|tafadhali subiri)|\bplease wait\W*$|\b(?:enable|activate|turn on|requires?|need) javascript\b|\bjavascript\b.*\b(?:enabled?|required|disabled)\b/i;
const MOVING =
  /^\W*(?:redirecting\b|you(?: are|'re|’re| will|'ll|’ll)(?: now)?(?: being| be)? redirected\b)/i;

/** Whether what a page shows, or its Markdown, is a text, and no word to wait for one; a heading above such a word is none. */
export function holdsText(shown: unknown): boolean {
  const text = String(shown).replace(TARGET, ']').trim();
  if (text === '') return false;
  return text.length > LONGEST || !text.split('\n').some((line) => WAITING.test(line) || MOVING.test(line));
}
