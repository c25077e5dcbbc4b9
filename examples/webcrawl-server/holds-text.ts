/** Characters of what a page says while its text is on the way. */
const LONGEST = 100;
const WAITING =
  /^\W*(?:loading\W*$|loading\b.{0,20}(?:\.\.|…)|(?:just a moment|one moment|please wait)\b|please stand by|wird geladen|bitte warten|lädt|chargement|veuillez patienter|cargando|espere|un momento|carregando|a carregar|aguarde|inapakia|tafadhali subiri)|\b(?:enable|activate|turn on|requires?|need) javascript\b|\bjavascript\b.*\b(?:enabled?|required|disabled)\b/i;

/** Whether what a page shows is a text, and no word to wait for one. */
export function holdsText(shown: unknown): boolean {
  const text = String(shown).trim();
  return text !== '' && !(text.length <= LONGEST && WAITING.test(text));
}
