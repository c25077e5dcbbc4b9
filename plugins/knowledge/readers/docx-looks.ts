/** Runs that nobody sees, or sees crossed out, and what their reader knows of these. */
const UNREAD = /<w:(?:vanish|dstrike)(?=[\s/>])/g;
const OFF = /<w:(?:strike|dstrike|vanish)\s+w:val="(?:0|false|off)"\s*\/>/g;
const STYLE = /<w:style\s([^>]*)>([\s\S]*?)<\/w:style>/g;
const MOST_BASES = 20;

/** Letters that are moved up or down by so many half points. */
const MOVED = /<w:position\s+w:val="(-?)[\d.]*[1-9][\d.]*(?:[a-z]{2})?"\s*\/>/g;

/**
 * The XML of a part of a document in which everything hidden and everything struck out is struck out, and what is moved
 * above the line or below it is marked as standing there.
 */
export function strikeUnread(xml: string): string {
  return xml
    .replace(OFF, '')
    .replace(UNREAD, '<w:strike')
    .replace(MOVED, (_, down: string) => `<w:vertAlign w:val="${down === '' ? 'super' : 'sub'}script"/>`);
}

/** Lines of a style map of mammoth: what the styles of a document strike out or hide, raise and lower. */
export function styleMapOf(styles: string): string[] {
  const known = new Map<string, { kind: string; body: string; base: string | undefined }>();
  for (const [, attributes = '', body = ''] of styles.matchAll(STYLE)) {
    const id = /w:styleId="([\w-]+)"/.exec(attributes)?.[1];
    const kind = /w:type="(character|paragraph)"/.exec(attributes)?.[1];
    const base = /<w:basedOn\s+w:val="([^"]+)"/.exec(body)?.[1];
    if (id !== undefined && kind !== undefined) known.set(id, { kind, body, base });
  }
  return [...known].flatMap(([id, style]) => {
    let own = '';
    let next: string | undefined = id;
    for (let count = 0; next !== undefined && count < MOST_BASES; count += 1) {
      own += known.get(next)?.body ?? '';
      next = known.get(next)?.base;
    }
    const selector = `${style.kind === 'character' ? 'r' : 'p'}.${id}`;
    if (/<w:strike(?=[\s/>])/.test(strikeUnread(own))) return [`${selector} => !`];
    if (style.kind !== 'character') return [];
    const shift = /<w:vertAlign\s+w:val="(super|sub)script"/.exec(own)?.[1];
    return shift === undefined ? [] : [`${selector} => ${shift === 'super' ? 'sup' : 'sub'}`];
  });
}
