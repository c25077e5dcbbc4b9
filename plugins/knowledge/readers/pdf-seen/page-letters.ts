import './array-buffers.js';
import type { getDocumentProxy } from 'unpdf';
import { type Letter, lettersOf, type OperatorNames } from './letters.js';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

/** Annotations are no text of the page. */
const NO_ANNOTATIONS = { annotationMode: 0 };

/** What a page draws; undefined where it cannot be read. @param names of the operators, by pdf.js */
export async function lettersOfPage(
  document: Document,
  page: Page,
  names: OperatorNames,
): Promise<readonly Letter[] | undefined> {
  const [list, layers] = await Promise.all([
    page.getOperatorList(NO_ANNOTATIONS).catch(() => undefined),
    document.getOptionalContentConfig(),
  ]);
  if (list === undefined) return undefined;
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  return lettersOf(
    {
      operators: list.fnArray,
      given: list.argsArray,
      page: { left, bottom, right, top },
      isShown: (layer) => layer === null || layers.isVisible(layer),
      isPlain: (font) => {
        const held = page.commonObjs.has(font) ? (page.commonObjs.get(font) as FontKind) : {};
        return held.isType3Font !== true && held.vertical !== true;
      },
    },
    names,
  );
}

interface FontKind {
  readonly isType3Font?: boolean;
  readonly vertical?: boolean;
}
