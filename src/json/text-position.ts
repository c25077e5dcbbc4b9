/** A place in a text: `position` counts UTF-16 units from 0; `line` and `column` count from 1. */
export interface TextPosition {
  readonly position: number;
  readonly line: number;
  readonly column: number;
}

export function textPosition(text: string, position: number): TextPosition {
  const before = text.slice(0, position);
  return { position, line: before.split('\n').length, column: position - before.lastIndexOf('\n') };
}
