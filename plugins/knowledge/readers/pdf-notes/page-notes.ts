import type { Box } from '../pdf-seen/geometry.js';
import { type Annotation, isShown } from './annotation.js';

/** What lies over a page and says something. */
export interface Note {
  /** `field`: what was filled in there; `text`: written over the page; `stamp`: it says something of what it lies on. */
  readonly kind: 'field' | 'text' | 'stamp';
  readonly text: string;
  readonly box: Box;
}

/** What lies over a page. */
export interface Notes {
  readonly notes: readonly Note[];
  /** What is crossed out. */
  readonly struck: readonly Box[];
  /** There are drawings or comments whose meaning nobody reads here. */
  readonly hasUnread: boolean;
}

/** What may cross out or cover what the page says, and what says something that is not shown. */
const DRAWN = new Set(['Ink', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Redact', 'Caret', 'Text']);
/** They mark, and say nothing more but where somebody wrote something to them. */
const MARKS = new Set(['Highlight', 'Underline', 'Squiggly']);

/** @param shown what each stamp shows, by its id */
export function notesOf(annotations: readonly Annotation[], shown: ReadonlyMap<string, string>): Notes {
  const notes: Note[] = [];
  const struck: Box[] = [];
  let hasUnread = false;
  for (const annotation of annotations.filter(isShown)) {
    const { subtype } = annotation;
    const box = boxOf(annotation.rect);
    const said = annotation.contentsObj?.str?.trim() ?? '';
    if (subtype === 'StrikeOut') struck.push(...quadsOf(annotation));
    else if (subtype === 'Widget') {
      const text = fieldText(annotation);
      if (text !== '') notes.push({ kind: 'field', text, box });
    } else if (subtype === 'FreeText') {
      const text = inLine(annotation.textContent) || said;
      if (text !== '') notes.push({ kind: 'text', text, box });
    } else if (subtype === 'Stamp') {
      const text = shown.get(annotation.id) || said;
      notes.push({ kind: 'stamp', text, box });
    } else if (DRAWN.has(subtype) || (MARKS.has(subtype) && said !== '')) hasUnread = true;
  }
  return { notes, struck, hasUnread };
}

/** What a field shows: a box as its sign, else what was filled in. */
function fieldText(field: Annotation): string {
  const { fieldType, fieldValue, checkBox, radioButton, exportValue, buttonValue, textContent, password } =
    field;
  if (password === true) return '';
  if (checkBox === true) return fieldValue === exportValue ? '☒' : '☐';
  if (radioButton === true) return fieldValue === buttonValue ? '☒' : '☐';
  const shown = inLine(textContent);
  if (shown !== '' || fieldType === 'Btn') return shown;
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return inLine(values.filter((value) => typeof value === 'string'));
}

const inLine = (lines: readonly string[] = []) => lines.join(' ').replace(/\s+/gu, ' ').trim();

function boxOf([left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): Box {
  return { left, bottom, right, top };
}

function quadsOf({ quadPoints, rect }: Annotation): Box[] {
  if (quadPoints === undefined || quadPoints === null || quadPoints.length < 8) return [boxOf(rect)];
  const numbers = Array.from(quadPoints);
  return Array.from({ length: Math.floor(numbers.length / 8) }, (_, at) => {
    const corners = numbers.slice(8 * at, 8 * at + 8);
    const xs = corners.filter((_number, index) => index % 2 === 0);
    const ys = corners.filter((_number, index) => index % 2 === 1);
    return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
  });
}
