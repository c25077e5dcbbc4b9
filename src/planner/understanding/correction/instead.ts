const INSTEAD =
  /^(.*?)[\s,;]+(?:not|instead of|rather than|nicht|statt|anstatt|pas|au lieu de|plut[ôo]t que|en vez de|en lugar de|em vez de|n[ãa]o|no|sio|si|badala ya)\s(.*)$/isu;

/** `Nairobi, not Mombasa`: what holds, and what no longer does; all of the text and nothing where it says no such thing. */
export function splitInstead(text: string): { readonly now: string; readonly before: string } {
  const [, now = text, before = ''] = INSTEAD.exec(text) ?? [];
  return { now, before: withoutStop(before) };
}

/** A text without the sign that ends its sentence. */
export function withoutStop(text: string): string {
  return text.replace(/[\s.!?,;]+$/u, '').trim();
}
