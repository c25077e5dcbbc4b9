/** What may stand before a correction. */
const LEAD =
  /^(?:(?:no|nope|nein|non|nao|não|hapana|yes|yep|ok|okay|sure|ja|oui|s[ií]|sim|ndiyo|ndio|sawa|almost|nearly|not quite|rather|actually|sorry|wait|i meant?|fast|pardon|perd[óo]n|desculpe|samahani|but|however|only|just|aber|mais|pero|mas|lakini|make it|make that|use|it is|it['’]s|that is|that['’]s)(?:[\s,;:.!–—-]+))+/iu;

/** A correction without its `no,` or `yes but`. */
export function withoutReply(text: string): string {
  const rest = text.replace(LEAD, '');
  return rest.trim() === '' ? text : rest;
}
