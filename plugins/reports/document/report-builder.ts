import { OWN_HEADINGS } from './own-headings.js';
import type {
  Block,
  Cell,
  Figure,
  FigureFormat,
  Inline,
  ReportBody,
  Section,
  TableColumn,
} from './report-body.js';
import { allWritable, writable } from './writable.js';

/** A picture as it is put into a report. */
export interface ReportPicture {
  readonly png: Uint8Array;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** A report before it is sealed and printed. */
export interface DraftReport {
  readonly kind: string;
  readonly body: ReportBody;
  readonly figures: readonly Figure[];
  readonly documents: Readonly<Record<string, unknown>>;
  readonly pictures: Readonly<Record<string, ReportPicture>>;
}

/** Collects the sections, figures, documents and pictures of a report. */
export class ReportBuilder {
  private readonly sections: { title: string; blocks: Block[] }[] = [];
  private readonly figures: Figure[] = [];
  private readonly documents: Record<string, unknown> = {};
  private readonly pictures: Record<string, ReportPicture> = {};

  /** Something that figures are of. @returns its name */
  document(name: string, document: unknown): string {
    this.documents[name] = document;
    return name;
  }

  /** A figure: a value at a path of a document. */
  figure(
    of: string,
    path: string,
    format: FigureFormat = { kind: 'number' },
    follows?: Figure['follows'],
  ): { readonly figure: string } {
    const id = `f${this.figures.length + 1}`;
    this.figures.push({ id, of, path, format, ...(follows !== undefined && { follows }) });
    return { figure: id };
  }

  text(of: string, path: string): { readonly figure: string } {
    return this.figure(of, path, { kind: 'text' });
  }

  percent(of: string, path: string, digits = 1): { readonly figure: string } {
    return this.figure(of, path, { kind: 'percent', digits });
  }

  section(title: string): this {
    this.sections.push({ title, blocks: [] });
    return this;
  }

  paragraph(...inlines: Inline[]): this {
    return this.add({ kind: 'text', inlines });
  }

  list(items: readonly Cell[]): this {
    return items.length === 0 ? this : this.add({ kind: 'list', items });
  }

  formula(...inlines: Inline[]): this {
    return this.add({ kind: 'formula', inlines });
  }

  table(caption: string, columns: readonly TableColumn[], rows: readonly Cell[][]): this {
    return rows.length === 0 ? this : this.add({ kind: 'table', caption, columns, rows });
  }

  picture(name: string, caption: string, picture: ReportPicture): this {
    this.pictures[name] = { ...picture, alt: writable(picture.alt) };
    return this.add({ kind: 'picture', name, caption });
  }

  /** Of which document and field each figure is, as the last section. */
  build(kind: string, title: string, subtitle: string): DraftReport {
    const fields = fieldsOf(this.figures);
    if (fields.length > 0)
      this.section(OWN_HEADINGS.figures)
        .paragraph(
          'Each figure of this report is a value of one of the documents that the file carries inside. ',
          'The file can be checked: oracle report verify computes every figure again and compares what is printed.',
        )
        .table(
          'Figures by document and field; a star stands for each place of a list',
          [
            { title: 'Figures', share: 2 },
            { title: 'Document', share: 2 },
            { title: 'Field', share: 5 },
          ],
          fields,
        );
    const sections: readonly Section[] = this.sections;
    return {
      kind,
      body: allWritable({ title, subtitle, sections }),
      figures: this.figures,
      documents: this.documents,
      pictures: this.pictures,
    };
  }

  private add(block: Block): this {
    const last = this.sections.at(-1);
    if (last === undefined) throw new RangeError('A block stands in a section.');
    last.blocks.push(block);
    return this;
  }
}

/** A row for each field that figures are of, with the first and the last of them. */
function fieldsOf(figures: readonly Figure[]): Cell[][] {
  const fields = new Map<string, { readonly of: string; readonly path: string; readonly ids: string[] }>();
  for (const { id, of, path } of figures) {
    const starred = path.replace(/\.\d+(?=\.|$)/g, '.*');
    const key = `${of} ${starred}`;
    const field = fields.get(key);
    if (field === undefined) fields.set(key, { of, path: starred, ids: [id] });
    else field.ids.push(id);
  }
  return [...fields.values()].map(({ of, path, ids }) => [
    [ids.length > 3 ? `${ids[0]} … ${ids.at(-1)}` : ids.join(', ')],
    [of],
    [path],
  ]);
}
