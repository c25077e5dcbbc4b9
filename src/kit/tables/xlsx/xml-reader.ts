import { SaxesParser } from 'saxes';

/** Told of elements by their names without a prefix, and of text, also of CDATA. */
export interface XmlVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Text without a tag, or a tag, that the parser would keep in memory. Excel's longest cell has 32,767 characters. */
const MAX_QUIET = 2 ** 20;

/** Reads XML that comes in pieces. Strict: what is not well-formed throws, and so does an entity of its own. */
export class XmlReader {
  readonly #parser = new SaxesParser();
  /** Characters since the visitor was last told of something. */
  #quiet = 0;

  constructor(visitor: XmlVisitor) {
    const parser = this.#parser;
    const text = (characters: string) => {
      this.#quiet = 0;
      visitor.text(characters);
    };
    parser.on('opentag', ({ name, attributes }) => {
      this.#quiet = 0;
      visitor.open(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.#quiet = 0;
      visitor.close(localName(name));
    });
    parser.on('text', text);
    parser.on('cdata', text);
  }

  push(piece: string): void {
    this.#quiet += piece.length;
    this.#parser.write(piece);
    if (this.#quiet > MAX_QUIET) throw new Error('the XML has an endless text or tag');
  }

  /** @throws when the document is not complete */
  end(): void {
    this.#parser.close();
  }
}

/** Reads a whole document. */
export async function visitXml(text: AsyncIterable<string>, visitor: XmlVisitor): Promise<void> {
  const reader = new XmlReader(visitor);
  for await (const piece of text) reader.push(piece);
  reader.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
