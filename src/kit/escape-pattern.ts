/** A text as a part of a regular expression that matches just it, outside of brackets, with the flag `u` or without. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
