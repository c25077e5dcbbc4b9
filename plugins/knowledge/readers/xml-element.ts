/** An element of XML, as far as it is read here. */
export interface XmlElement {
  readonly name: string;
  /** Of its attribute `val`. */
  readonly value: string | undefined;
  /** Its own, of elements that hold text alone. */
  readonly text: string;
  /** XML of its properties. */
  readonly properties: string;
  readonly children: readonly XmlElement[];
}

interface Open {
  readonly name: string;
  readonly value: string | undefined;
  text: string;
  properties: string;
  readonly children: XmlElement[];
  readonly from: number;
}

const PIECE = /<(\/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The first element of a piece of well-formed XML; undefined where there is none. */
export function parsedXml(xml: string): XmlElement | undefined {
  const top: Open = { name: '', value: undefined, text: '', properties: '', children: [], from: 0 };
  const open: Open[] = [top];
  for (const match of xml.matchAll(PIECE)) {
    const [whole, end, name = '', attributes = '', isEmpty, text] = match;
    const inner = open.at(-1) ?? top;
    if (text !== undefined) inner.text += decoded(text);
    else if (end === '/') {
      if (open.length === 1) continue;
      open.pop();
      const around = open.at(-1) ?? top;
      around.children.push(inner);
      if (inner.name.endsWith('Pr')) around.properties += xml.slice(inner.from, match.index + whole.length);
    } else {
      const value = /(?:^|\s)(?:\w+:)?val\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
      const element: Open = {
        name,
        value: value === null ? undefined : decoded(value[1] ?? value[2] ?? ''),
        text: '',
        properties: '',
        children: [],
        from: match.index,
      };
      if (isEmpty === '/') inner.children.push(element);
      else open.push(element);
    }
  }
  return top.children[0];
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** A text as XML writes it. */
export function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
