const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const PLAIN: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
// What XML 1.0 cannot hold at all.
const NO_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Who reads a picture aloud, and what the picture carries. */
export interface SvgTexts {
  readonly title: string;
  readonly desc: string;
  readonly style: string;
  /** JSON. */
  readonly record: string;
  /** Makes the ids of this picture differ from those of another on the same page. */
  readonly id: string;
}

/** A drawing of Vega as a picture with a name, a description, a style and a record. */
export function withSvgTexts(svg: string, { title, desc, style, record, id }: SvgTexts): string {
  const opening = /^<svg[^>]*>/.exec(svg)?.[0];
  if (opening === undefined) throw new RangeError('This is no drawing.');
  const named = `${opening.slice(0, -1)} role="img" aria-labelledby="${id}-t ${id}-d">`;
  const texts = [
    `<title id="${id}-t">${escapeXml(title)}</title>`,
    `<desc id="${id}-d">${escapeXml(desc)}</desc>`,
    `<metadata>${escapeXml(record)}</metadata>`,
    `<style>${style}</style>`,
  ];
  return `${named}${texts.join('')}${svg.slice(opening.length)}`;
}

/** The record that a picture carries; undefined where it has none. */
export function svgRecord(svg: string): string | undefined {
  const start = svg.indexOf('<metadata>');
  const end = svg.indexOf('</metadata>', start);
  if (start < 0 || end < 0) return undefined;
  return svg
    .slice(start + '<metadata>'.length, end)
    .replace(/&(amp|lt|gt|quot);/g, (mark, name: string) => PLAIN[name] ?? mark);
}

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_XML, '\ufffd')
    .replace(/[&<>"]/g, (mark) => MARKUP[mark] ?? mark);
}
