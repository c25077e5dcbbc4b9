/** Names of columns, strata and other labels: NFC and trimmed. */
export function normalizeLabel(text: string): string {
  return text.normalize('NFC').trim();
}
