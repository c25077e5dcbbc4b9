import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import { OWN_HEADINGS } from '../document/own-headings.js';
import type { Inline } from '../document/report-body.js';
import { type DraftReport, ReportBuilder } from '../document/report-builder.js';
import { valueAt } from '../document/value-at.js';

/** A section of a person's own report. */
export interface OutlineSection {
  readonly heading: string;
  /** Paragraphs; `{{design.parameters.population}}` puts a figure in, `{{design.parameters.precision %}}` as a percentage. */
  readonly paragraphs: readonly string[];
}

const AUTHORS_WORDS =
  'Titles, headings and sentences of this report are those of its author, and nobody has checked them. Only the figures with a number in brackets are from records of the oracle: the last section says of which field each is.';

const FIGURE = /\{\{\s*([a-z][a-z0-9-]*)\.([\w.-]+?)\s*(%)?\s*\}\}/g;

/**
 * A report from a person's outline: the words are theirs, and it says so in print; the figures are those of the documents,
 * each with its number beside it, so that words cannot call it something else unseen.
 * @param of what its figures are of, under the title
 * @throws OracleError `invalid_request` for a figure that no document has, each named
 */
export function outlineReport(
  title: string,
  sections: readonly OutlineSection[],
  documents: Readonly<Record<string, unknown>>,
  of = '',
): DraftReport {
  const report = new ReportBuilder();
  const faults: FieldError[] = [];
  for (const [name, document] of Object.entries(documents)) report.document(name, document);
  report.section(OWN_HEADINGS.words).paragraph(AUTHORS_WORDS);
  for (const [at, { heading, paragraphs }] of sections.entries()) {
    report.section(heading);
    for (const [line, paragraph] of paragraphs.entries())
      report.paragraph(...inlinesOf(paragraph, `sections.${at}.paragraphs.${line}`));
  }
  if (faults.length > 0)
    throw new OracleError('invalid_request', {
      detail: `The outline cannot be written: ${faults.map(({ message }) => message).join('; ')}.`,
      hint: `Documents at hand: ${Object.keys(documents).join(', ') || 'none'}. Write {{design.parameters.population}}.`,
      errors: faults,
    });
  return report.build('outline', title, of);

  function inlinesOf(paragraph: string, field: string): Inline[] {
    const inlines: Inline[] = [];
    let from = 0;
    const own = /\[\s*f\s*\d+\s*\]/iu.exec(paragraph.normalize('NFKC'))?.[0];
    if (own !== undefined)
      faults.push({ field, message: `${own} is what stands behind figures of the oracle` });
    for (const found of paragraph.matchAll(FIGURE)) {
      const [whole, of = '', path = '', percent] = found;
      inlines.push(paragraph.slice(from, found.index));
      from = found.index + whole.length;
      const value = valueAt(documents[of], path);
      if (value === undefined) faults.push({ field, message: `${of}.${path} is no value of a document` });
      else {
        const figure =
          percent !== undefined
            ? report.percent(of, path)
            : typeof value === 'number'
              ? report.figure(of, path)
              : report.text(of, path);
        inlines.push(figure, ` [${figure.figure}]`);
      }
    }
    inlines.push(paragraph.slice(from));
    return inlines.filter((inline) => inline !== '');
  }
}
