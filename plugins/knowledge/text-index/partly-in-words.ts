import type { PartlyRead } from '../readers/document-text.js';

const MOST_NAMED = 12;

/** What of a document is not read, in words that follow its name; undefined where all is. */
export function partlyInWords(partly: readonly PartlyRead[] = []): string | undefined {
  const pages = (why: PartlyRead['why']) => partly.filter((one) => one.why === why).map(({ page }) => page);
  const [empty, drawn] = [pages('no text'), pages('notes')];
  const told = [
    ...(empty.length === 0 ? [] : [`${named(empty)} ${empty.length === 1 ? 'holds' : 'hold'} no text`]),
    ...(drawn.length === 0 ? [] : [`drawings or comments on ${named(drawn)} are not read`]),
  ];
  return told.length === 0 ? undefined : `is read only in part: ${told.join('; ')}`;
}

function named(pages: readonly number[]): string {
  const more = pages.length > MOST_NAMED ? ` and ${pages.length - MOST_NAMED} more` : '';
  return `${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, MOST_NAMED).join(', ')}${more}`;
}
