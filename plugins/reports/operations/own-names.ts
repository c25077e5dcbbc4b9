import { asSeen } from 'oracle-runtime/kit';
import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import { OWN_HEADINGS } from '../document/own-headings.js';
import type { OutlineSection } from '../kinds/outline-report.js';

/** What the oracle calls its own reports, by their titles and by their kinds, and the sections in which it speaks itself. */
const NAMES = [
  'Sampling plan',
  'Selection record',
  'Monitoring report',
  'Submission for verification',
  'Verification submission',
  ...Object.values(OWN_HEADINGS),
];

/** A letter that is read as another one than those that are known, and so may be any. */
const ANY = '?';
/** Letters in the place of others that nobody knows, as a part of a name. */
const MOST_UNKNOWN = 1 / 3;
/** First letters of `A` to `Z` in white on black, by how many there are between them. */
const BLACK_LETTERS = [0x1f150, 0x1f170, 0x1f1e6];

/**
 * Whoever reads the name of the oracle's own reports or of a section in which it speaks, as a title, over a section, over two or as the name of the file, reads
 * the oracle's own words. In English, as its reports are; that the words below are their author's says each outline itself.
 * @throws OracleError `invalid_request` for one that holds such a name, in whatever letters
 */
export function assertOwnNames({
  title = '',
  sections,
  saveAs = '',
}: {
  readonly title?: string | undefined;
  readonly sections: readonly OutlineSection[];
  readonly saveAs?: string | undefined;
}): void {
  const named = [
    { field: 'title', text: title },
    ...sections.map(({ heading }, at) => ({ field: `sections.${at}.heading`, text: heading })),
    ...runsOfHeadings(sections),
    ...cutWords(title, sections),
    { field: 'saveAs', text: saveAs },
  ];
  const errors = named.flatMap(({ field, text }): FieldError[] => {
    if (/\p{Bidi_Control}/u.test(text)) return [{ field, message: 'must not turn the direction of writing' }];
    if (field !== 'saveAs' && text.includes('{{'))
      return [{ field, message: 'must hold no {{figure}}: figures stand in paragraphs' }];
    const read = asRead(text);
    const taken = NAMES.find((name) => holds(read, asRead(name)));
    return taken === undefined ? [] : [{ field, message: `must not hold the oracle's own '${taken}'` }];
  });
  if (errors.length === 0) return;
  throw new OracleError('invalid_request', {
    detail: `The outline cannot be called so: ${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
    hint: 'Give it another name, or write a report of that kind.',
    errors,
  });
}

/** Headings that stand under each other with nothing to see between them, and are read as one. */
function runsOfHeadings(sections: readonly OutlineSection[]): { field: string; text: string }[] {
  const runs: { field: string; texts: string[] }[] = [];
  let goesOn = false;
  for (const [at, { heading, paragraphs }] of sections.entries()) {
    const last = runs.at(-1);
    if (goesOn && last !== undefined) last.texts.push(heading);
    else runs.push({ field: `sections.${at}.heading`, texts: [heading] });
    goesOn = paragraphs.every((paragraph) => asRead(paragraph) === '');
  }
  return runs.flatMap(({ field, texts }) => (texts.length < 2 ? [] : [{ field, text: texts.join(' ') }]));
}

/**
 * Headings between which a word of a name is cut, such as `Moni` and `toring report`, the title above them: no words between
 * them make these two. One is given with what its neighbours have of the name.
 */
function cutWords(
  title: string,
  sections: readonly OutlineSection[],
): { readonly field: string; readonly text: string }[] {
  const parts = [
    { field: 'title', text: title },
    ...sections.map(({ heading }, at) => ({ field: `sections.${at}.heading`, text: heading })),
  ].map((part) => ({ ...part, read: asRead(part.text) }));
  return parts.flatMap(({ field, read }, at) => {
    const after = parts.slice(at + 1).map((part) => part.read);
    const name = NAMES.find((each) => isCutAt(read, after.join('').slice(0, each.length), each));
    return name === undefined ? [] : [{ field, text: name }];
  });
}

/** Whether letters end within a word of a name, and those after them go on with it. */
function isCutAt(before: string, after: string, name: string): boolean {
  let words = 0;
  const ends = new Set(name.split(' ').map((word) => (words += asRead(word).length)));
  const letters = asRead(name);
  for (let cut = 1; cut < letters.length; cut++) {
    if (ends.has(cut) || before.length < cut || !after.startsWith(letters.slice(cut))) continue;
    if (before.endsWith(letters.slice(0, cut))) return true;
  }
  return false;
}

/** Letters as they are read at a glance: without accents, spaces and signs, with digits and letters that look alike as one. */
function asRead(text: string): string {
  return asSeen(text.replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu, fromBlack))
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}|]+/gu, '')
    .replaceAll('0', 'O')
    .replace(/[1L|]/g, 'I')
    .replaceAll('RN', 'M')
    .replaceAll('VV', 'W')
    .replace(/[^A-Z\d]/gu, ANY);
}

function fromBlack(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = BLACK_LETTERS.findLast((each) => each <= code) ?? code;
  return String.fromCharCode(0x41 + code - first);
}

/** Whether letters hold a name; one that is unknown may be any of it. */
function holds(letters: string, name: string): boolean {
  for (let from = 0; from + name.length <= letters.length; from++) {
    let unknown = 0;
    let at = 0;
    for (; at < name.length; at++) {
      const letter = letters[from + at];
      if (letter === ANY) unknown++;
      else if (letter !== name[at]) break;
    }
    if (at === name.length && unknown <= name.length * MOST_UNKNOWN) return true;
  }
  return false;
}
