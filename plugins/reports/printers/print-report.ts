import type { PrintedReport } from '../document/printed-report.js';
import type { ReportFormat } from '../operations/fields.js';
import { printDocx } from './docx.js';
import { printHtml } from './html.js';
import { printPdf } from './pdf.js';
import { printXlsx } from './xlsx.js';

/** A report as bytes of a format. */
export async function printReport(report: PrintedReport, format: ReportFormat): Promise<Buffer> {
  switch (format) {
    case 'html':
      return printHtml(report);
    case 'pdf':
      return printPdf(report);
    case 'docx':
      return printDocx(report);
    case 'xlsx':
      return printXlsx(report);
  }
}
