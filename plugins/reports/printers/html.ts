import type { PrintedReport } from '../document/printed-report.js';
import type { Block, Cell, Inline } from '../document/report-body.js';

/** Id of the element that holds the record. */
export const HTML_RECORD = 'oracle-report';

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** The one style of a page. */
export const HTML_STYLE =
  'body{font:16px/1.5 Roboto,Helvetica,Arial,sans-serif;color:#1f2328;background:#fff;max-width:50rem;margin:2rem auto;padding:0 1rem}' +
  'h1{font-size:1.7rem;margin-bottom:.2rem}h2{font-size:1.25rem;margin-top:2rem}.subtitle{color:#57606a;margin-top:0}' +
  'table{border-collapse:collapse;width:100%;font-size:.9rem;margin:1rem 0}caption{text-align:left;color:#57606a;padding:.3rem 0}' +
  'th,td{border-bottom:1px solid #d8dee4;padding:.35rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
  '.right{text-align:right}figure{margin:1rem 0}img{max-width:100%;height:auto}.formula{font-style:italic;margin-left:1.5rem}' +
  '.figure{border-bottom:1px dotted #8c959f}@media print{body{margin:0;max-width:none}}' +
  '@media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td{border-color:#30363d}.subtitle,caption{color:#9da7b3}img{background:#fff}}';

/** One file without scripts that shows itself anywhere; the record stands in it as data. */
export function printHtml({ record, pictures, figures, json, textOf }: PrintedReport): Buffer {
  const { body } = record;
  const inline = (part: Inline): string => {
    if (typeof part === 'string') return html(part);
    const figure = figures.get(part.figure);
    const from = figure === undefined ? '' : `${figure.of} · ${figure.path}`;
    return `<span class="figure" data-figure="${html(part.figure)}" title="${html(from)}">${html(textOf(part))}</span>`;
  };
  const cell = (parts: Cell) => parts.map(inline).join('');
  const block = (each: Block): string => {
    switch (each.kind) {
      case 'text':
        return `<p>${cell(each.inlines)}</p>`;
      case 'formula':
        return `<p class="formula">${cell(each.inlines)}</p>`;
      case 'list':
        return `<ul>${each.items.map((item) => `<li>${cell(item)}</li>`).join('')}</ul>`;
      case 'table': {
        const side = (at: number) => (each.columns[at]?.align === 'right' ? ' class="right"' : '');
        const head = each.columns
          .map(({ title }, at) => `<th scope="col"${side(at)}>${html(title)}</th>`)
          .join('');
        const rows = each.rows
          .map((row) => `<tr>${row.map((parts, at) => `<td${side(at)}>${cell(parts)}</td>`).join('')}</tr>`)
          .join('');
        return `<table><caption>${html(each.caption)}</caption><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
      }
      case 'picture': {
        const picture = pictures[each.name];
        if (picture === undefined) return '';
        const data = Buffer.from(picture.png).toString('base64');
        return `<figure><img src="data:image/png;base64,${data}" width="${picture.width}" height="${picture.height}" alt="${html(picture.alt)}"><figcaption>${html(each.caption)}</figcaption></figure>`;
      }
    }
  };
  const sections = body.sections.map(
    ({ title, blocks }) => `<section><h2>${html(title)}</h2>${blocks.map(block).join('')}</section>`,
  );
  return Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${html(body.title)}</title><style>${HTML_STYLE}</style></head>` +
      `<body><main><h1>${html(body.title)}</h1><p class="subtitle">${html(body.subtitle)}</p>${sections.join('')}</main>` +
      `<script type="application/json" id="${HTML_RECORD}">${json.replaceAll('<', '\\u003c')}</script></body></html>\n`,
    'utf8',
  );
}

function html(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (mark) => MARKUP[mark] ?? mark);
}
