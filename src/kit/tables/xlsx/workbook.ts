import { posix } from 'node:path';
import { UnseenStyles } from '../../xlsx/unseen-styles.js';
import type { Archive } from './archive.js';
import { type NumberFormat, numberFormat } from './number-format.js';
import { StringCollector } from './string-collector.js';
import { visitXml } from './xml-reader.js';

/** Parts beside the sheets and their strings are small in any honest workbook. */
const MAX_PART_BYTES = 2 ** 24;
const MAX_STRINGS_BYTES = 2 ** 26;

export interface Sheet {
  readonly name: string;
  readonly visible: boolean;
  /** Of its part in the archive. */
  readonly path: string;
}

/** What the cells of all sheets refer to. */
export interface CellContext {
  readonly strings: readonly string[];
  /** By the index of a style: how a number in it is shown. */
  readonly formats: readonly NumberFormat[];
  /** Styles whose cells show nothing. */
  readonly unseen: ReadonlySet<number>;
  /** Formats of rules that show nothing of the cells to which they apply. */
  readonly unseenByRule: ReadonlySet<number>;
  /** Day 0 of its dates, in days before 1 January 1970. */
  readonly epochDays: number;
}

export interface Workbook {
  /** In their order; sheets of charts are left out. */
  readonly sheets: readonly Sheet[];
  /** Reads what the cells need, which may be large. */
  context(): Promise<CellContext>;
}

interface Relation {
  readonly id: string;
  /** The last word of its address: `worksheet`, `styles`, … The rest differs between editions of the standard. */
  readonly type: string;
  readonly path: string;
}

/** Reads the table of contents of a workbook, following its relations, since producers call their parts differently. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument');
  const text = main && archive.read(main.path, MAX_PART_BYTES);
  if (main === undefined || text === undefined) throw new Error('the archive holds no workbook');
  const relations = await relationsOf(archive, main.path);
  const sheets: Sheet[] = [];
  let epochDays = 25_569;
  await visitXml(text, {
    open(name, attributes) {
      if (name === 'workbookPr' && isTrue(attributes['date1904'])) epochDays = 24_107;
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const relation = relations.find((each) => each.id === id);
      if (relation?.type !== 'worksheet') return;
      const { name: label = '', state = 'visible' } = attributes;
      sheets.push({ name: label, visible: state === 'visible', path: relation.path });
    },
    text() {},
    close() {},
  });
  const part = (type: string) => relations.find((relation) => relation.type === type)?.path;
  return {
    sheets,
    context: async () => ({
      strings: await readStrings(archive, part('sharedStrings')),
      ...(await readStyles(archive, part('styles'))),
      epochDays,
    }),
  };
}

/** What a part refers to. Targets are relative to the part, or absolute (as openpyxl writes them). */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const text = archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), MAX_PART_BYTES);
  const relations: Relation[] = [];
  if (text === undefined) return relations;
  await visitXml(text, {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      const path = posix.join('/', folder, target);
      relations.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        path: (target.startsWith('/') ? posix.normalize(target) : path).slice(1),
      });
    },
    text() {},
    close() {},
  });
  return relations;
}

async function readStrings(archive: Archive, path: string | undefined): Promise<string[]> {
  const text = path === undefined ? undefined : archive.read(path, MAX_STRINGS_BYTES);
  const strings: string[] = [];
  if (text === undefined) return strings;
  const collector = new StringCollector();
  await visitXml(text, {
    open: (name) => collector.open(name),
    text: (characters) => collector.text(characters),
    close(name) {
      collector.close(name);
      if (name === 'si') strings.push(collector.take());
    },
  });
  return strings;
}

async function readStyles(
  archive: Archive,
  path: string | undefined,
): Promise<Pick<CellContext, 'formats' | 'unseen' | 'unseenByRule'>> {
  const text = path === undefined ? undefined : archive.read(path, MAX_PART_BYTES);
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  const unseen = new UnseenStyles();
  if (text === undefined) return { formats, unseen: unseen.indices, unseenByRule: unseen.ofRules };
  let inCells = false;
  await visitXml(text, {
    open(name, attributes) {
      unseen.open(name, attributes);
      const { numFmtId = '0', formatCode = '' } = attributes;
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) formats.push(numberFormat(Number(numFmtId), codes.get(numFmtId)));
    },
    text() {},
    close(name) {
      unseen.close();
      if (name === 'cellXfs') inCells = false;
    },
  });
  return { formats, unseen: unseen.indices, unseenByRule: unseen.ofRules };
}

export function isTrue(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true';
}
