/** What a string of a workbook cannot hold as it is, and what would read as an escape (ECMA-376, part 1, 22.9.2.19). */
const TO_ESCAPE = /[^\t\n -\ufffd\u{10000}-\u{10ffff}]|_(?=x[\dA-Fa-f]{4}_)/gu;
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element or an attribute of a workbook; half a surrogate becomes U+FFFD. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(TO_ESCAPE, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (mark) => MARKUP[mark] ?? mark);
}
