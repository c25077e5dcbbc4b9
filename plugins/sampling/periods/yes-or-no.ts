const YES = /^(?:yes|true|y|t|in use|used|ja|oui|sí|si|sim|ndio|ndiyo|wahr|vrai|verdadero|verdadeiro)$/;
const NO = /^(?:no|false|n|f|nein|non|não|nao|hapana|falsch|faux|falso)$/;
/** Such as `never used`, `no está en uso`, `n'est pas utilisé`, `haitumiki`. */
const NOT_USED =
  /^(?:(?:no|not|non|não|nao|nicht|pas|never|nunca|jamais|nie)\s|n['’]est pas\s)(?:.*\s)?(?:in use|used|using|uso|usad[oa]|utilisée?|utiliza(?:d[oa])?|benutzt|genutzt|(?:in )?gebrauch)$|^hai?tumiki$/;

/** 1 for yes and 0 for no in six languages; undefined for other words. */
export function readYes(text: string): number | undefined {
  const words = text.normalize('NFC').toLowerCase();
  if (YES.test(words)) return 1;
  return NO.test(words) || NOT_USED.test(words) ? 0 : undefined;
}

/** What words of yes and no were read as, each once: `"Y" as 1 (47 lines), "N" as 0 (16 lines)`. */
export function describeYesAndNo(cells: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const cell of cells) if (readYes(cell) !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  if (counts.size === 0) return [];
  const words = [...counts].map(
    ([cell, lines]) => `"${cell}" as ${readYes(cell)} (${lines} ${lines === 1 ? 'line' : 'lines'})`,
  );
  return [`read as numbers: ${words.join(', ')}`];
}
