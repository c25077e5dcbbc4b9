/** Quotes a field for CSV (RFC 4180). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The same for text that people typed: what a spreadsheet would run as a formula gets a leading apostrophe. */
export function typedCsvField(text: string): string {
  return csvField(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}
