const ELEMENT = 1;
const TEXT = 3;

/** The part of linkedom's nodes that is read here. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute(name: string): string | null;
}

export const isElement = ({ nodeType }: HtmlNode): boolean => nodeType === ELEMENT;
export const isText = ({ nodeType }: HtmlNode): boolean => nodeType === TEXT;
