import { oneLine, UnseenStyles } from 'oracle-runtime/kit';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MAIN_DOCUMENT = '/officeDocument';

/** Parts that our printers write, or that word processors add as they save. Headers, embedded files and macros are none. */
const DOCX_PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|docProps\/(app|core|custom)\.xml|docProps\/thumbnail\.jpe?g|word\/_rels\/(document|footnotes|endnotes|comments|fontTable|settings)\.xml\.rels|word\/(document|styles|stylesWithEffects|numbering|settings|webSettings|fontTable|footnotes|endnotes|comments)\.xml|word\/theme\/theme\d+\.xml|word\/media\/[^/]+|customXml\/(_rels\/item\d+\.xml\.rels|item(Props)?\d+\.xml))$/;
const XLSX_PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|docProps\/(app|core|custom)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/(workbook|styles|sharedStrings|calcChain)\.xml|xl\/theme\/theme\d+\.xml|xl\/worksheets\/sheet[12]\.xml)$/;

/** Elements of WordprocessingML that hide text, turn it round, or show what stands in no `w:t`. */
const WORD_MARKS = new Set(
  'altChunk bdo commentReference contentPart del delText dir fldChar fldSimple footerReference headerReference hyperlink ins instrText movie moveFrom moveTo object pict ptab ruby sdt specVanish sym txbxContent vanish webHidden rtl'.split(
    ' ',
  ),
);
/** Namespaces of Word's drawn text and of formulas. */
const DRAWN = /\/(math|wordprocessingShape|wordprocessingCanvas|wordprocessingGroup|chart|diagram)$|:vml$/;
/** Heights and widths of so many points or less show nothing. */
const UNREADABLE_POINTS = 2;
const SHOWN_SHEET = 'xl/worksheets/sheet1.xml';
/** Attributes that say how high a row or how wide a column is. */
const SIZES = ['ht', 'width', 'defaultRowHeight', 'defaultColWidth'];
const SHEET_MARKS = new Set(
  'conditionalFormatting dataValidations drawing headerFooter hyperlinks legacyDrawing oleObjects picture tableParts controls extLst'.split(
    ' ',
  ),
);

/** What a Word document holds that shows, hides or runs something beside its paragraphs. */
export function foreignInDocx(parts: ReadonlyMap<string, Buffer>): string[] {
  const found = [...strangeParts(parts, DOCX_PARTS), ...strangeRelations(parts, 'word/document.xml')];
  eachElement(parts.get('word/document.xml'), (local, uri, attributes) => {
    const value = attributes['w:val']?.value ?? '';
    if (uri !== WORD) return;
    if (local === 'sz' && Number(value) <= UNREADABLE_POINTS * 2) found.push('letters too small to be read');
    if (local === 'color' && /^f[a-f]f[a-f]f[a-f]$/i.test(value)) found.push('white letters');
  });
  for (const name of ['word/document.xml', 'word/styles.xml', 'word/numbering.xml'])
    eachElement(parts.get(name), (local, uri, attributes) => {
      const isOff = ['0', 'false', 'off'].includes(attributes['w:val']?.value ?? '');
      if (uri === WORD ? WORD_MARKS.has(local) && !isOff : DRAWN.test(uri))
        found.push(`<${local}> in ${name}`);
    });
  return told(found);
}

/** What a workbook holds beside the cells of its two sheets. */
export function foreignInXlsx(parts: ReadonlyMap<string, Buffer>): string[] {
  const found = [...strangeParts(parts, XLSX_PARTS), ...strangeRelations(parts, 'xl/workbook.xml')];
  eachElement(parts.get('xl/workbook.xml'), (local, _uri, { name, state }) => {
    if (local !== 'sheet') return;
    if (!['Report', 'record'].includes(name?.value ?? '')) found.push(`the sheet "${name?.value}"`);
    if (name?.value === 'Report' && state !== undefined && state.value !== 'visible')
      found.push('a report that is hidden');
  });
  const unseen = unseenStyles(parts.get('xl/styles.xml'));
  eachElement(parts.get(SHOWN_SHEET), (local, _uri, attributes) => {
    const { hidden, zeroHeight } = attributes;
    if (SHEET_MARKS.has(local)) found.push(`<${local}>`);
    const hides = [hidden, zeroHeight].some(
      (flag) => flag !== undefined && !['0', 'false'].includes(flag.value),
    );
    const isNarrow = SIZES.some((name) => {
      const size = attributes[name];
      return size !== undefined && Number(size.value) <= UNREADABLE_POINTS;
    });
    if (hides || isNarrow) found.push(`a hidden <${local}>`);
    if (local === 'c' && unseen.has(Number(attributes['s']?.value ?? 0)))
      found.push('cells that show nothing, by white letters or by their format');
  });
  return told(found);
}

/** Styles whose cells show nothing. */
function unseenStyles(part: Buffer | undefined): ReadonlySet<number> {
  const styles = new UnseenStyles();
  eachElement(
    part,
    (local, _uri, attributes) =>
      styles.open(
        local,
        Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
      ),
    () => styles.close(),
  );
  return styles.indices;
}

function strangeParts(parts: ReadonlyMap<string, Buffer>, known: RegExp): string[] {
  return [...parts.keys()].filter((name) => !known.test(name));
}

/** A main document elsewhere, and whatever lies outside of the file. */
function strangeRelations(parts: ReadonlyMap<string, Buffer>, main: string): string[] {
  const found: string[] = [];
  for (const [part, bytes] of parts)
    if (part.endsWith('.rels'))
      eachElement(bytes, (_local, _uri, { Type, Target, TargetMode }) => {
        const target = Target?.value ?? '';
        if (TargetMode?.value === 'External') found.push(`a link to ${target}`);
        if (
          part === '_rels/.rels' &&
          Type?.value.endsWith(MAIN_DOCUMENT) &&
          target.replace(/^\.?\//, '') !== main
        )
          found.push(`${target} as its document`);
      });
  return found;
}

function eachElement(
  part: Buffer | undefined,
  visit: (local: string, uri: string, attributes: Readonly<Record<string, SaxesAttributeNS>>) => void,
  leave: () => void = () => {},
): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, uri, attributes }) => visit(local, uri, attributes));
  parser.on('closetag', leave);
  try {
    parser.write(part?.toString('utf8') ?? '').close();
  } catch {
    // A part that is no XML is no printed one, and is told as that.
  }
}

function told(found: readonly string[]): string[] {
  return [...new Set(found)].map((each) => oneLine(each, 80));
}
