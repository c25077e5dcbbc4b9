import type { OperatorNames } from '../pdf-seen/letters.js';

interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Of the thousandth parts of the size of letters: a gap as wide as a blank. */
const BLANK = -180;

/** What annotations show, by their ids, of what a page draws with them. @param names of the operators, by pdf.js */
export function stampTexts({ fnArray, argsArray }: Operators, names: OperatorNames): Map<string, string> {
  const shown = new Map<string, string>();
  let id: string | undefined;
  let text = '';
  for (const [at, operator] of fnArray.entries()) {
    const given = argsArray[at];
    const [first] = Array.isArray(given) ? given : [];
    if (operator === names.beginAnnotation) {
      id = String(first);
      text = '';
    } else if (operator === names.endAnnotation) {
      if (id !== undefined && text.trim() !== '') shown.set(id, text.replace(/\s+/gu, ' ').trim());
      id = undefined;
    } else if (id !== undefined && operator === names.showText)
      text += (Array.isArray(first) ? first : []).map(pieceOf).join('');
    else if (id !== undefined && BREAKS.some((name) => names[name] === operator)) text += ' ';
  }
  return shown;
}

const BREAKS = ['beginText', 'nextLine', 'moveText', 'setLeadingMoveText', 'setTextMatrix'];

function pieceOf(piece: unknown): string {
  if (typeof piece === 'number') return piece < BLANK ? ' ' : '';
  return typeof piece === 'object' && piece !== null && 'unicode' in piece ? String(piece.unicode) : '';
}
