import { oneLine } from 'oracle-runtime/kit';
import { HTML_RECORD, HTML_STYLE } from '../printers/html.js';

/** The part of linkedom's elements that is looked at here. */
export interface MarkedElement {
  readonly localName: string;
  readonly textContent: string | null;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
}

/** Every element that a report has, with the attributes that it may have. */
const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    html: ['lang'],
    meta: ['charset', 'name', 'content'],
    p: ['class'],
    span: ['class', 'data-figure', 'title'],
    th: ['scope', 'class'],
    td: ['class'],
    img: ['src', 'width', 'height', 'alt'],
    script: ['type', 'id'],
    ...Object.fromEntries(
      'head title style body main h1 h2 section ul li table caption thead tr tbody figure figcaption'
        .split(' ')
        .map((name) => [name, []]),
    ),
  }),
);
/**
 * The styles that pages were printed with. Any other may hide what stands in them or show what does not; no program that
 * keeps a page writes one of its own. When the printer's style changes, the one before belongs here as well.
 */
const PRINTED_STYLES: ReadonlySet<string> = new Set([HTML_STYLE]);

/** What a page holds that shows, hides or runs something beside its text. */
export function foreignMarkup(elements: Iterable<MarkedElement>): string[] {
  const found = new Set<string>();
  let records = 0;
  for (const { localName, textContent, attributes } of elements) {
    const name = localName.toLowerCase();
    const may = WRITTEN.get(name);
    if (may === undefined) found.add(`<${name}>`);
    const values = new Map([...attributes].map((each) => [each.name.toLowerCase(), each.value]));
    for (const [attribute] of values)
      if (may?.includes(attribute) === false) found.add(`${attribute} of <${name}>`);
    if (name === 'script' && values.get('id') === HTML_RECORD && values.get('type') === 'application/json')
      records++;
    else if (name === 'script') found.add('<script>');
    if (name === 'img' && values.get('src')?.startsWith('data:image/png;base64,') !== true)
      found.add('a picture of another kind');
    if (name === 'style' && !PRINTED_STYLES.has(textContent ?? ''))
      found.add('a style that hides or shows something of its own');
  }
  if (records > 1) found.add('a second record');
  return [...found].map((each) => oneLine(each, 80));
}
