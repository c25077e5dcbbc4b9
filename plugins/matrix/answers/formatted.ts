import type { Marked } from 'marked';

/** What one event may carry: the text stands in it up to three times, and grows by a third when it is encrypted. */
const PART_BYTES = 12_000;

let marked: Promise<Marked> | undefined;

/** The HTML of an answer's Markdown, of the elements that Matrix clients show. HTML in it is shown as it is written. */
export async function htmlOf(markdown: string): Promise<string> {
  marked ??= load();
  return String((await marked).parse(markdown)).trim();
}

async function load(): Promise<Marked> {
  const { Marked: Parser } = await import('marked');
  return new Parser({
    gfm: true,
    renderer: {
      html: ({ text }) => escaped(text),
      image: ({ href, text }) => linkTo(href, escaped(text === '' ? href : text)),
      link({ href, tokens }) {
        return linkTo(href, this.parser.parseInline(tokens));
      },
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    },
  });
}

function linkTo(href: string, label: string): string {
  return /^(https?|mailto):/i.test(href) ? `<a href="${escaped(href)}">${label}</a>` : label;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** An answer in pieces that each fit into an event, cut between paragraphs, lines or words where that can be. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (Buffer.byteLength(rest) > PART_BYTES) {
    let end = rest.length;
    while (Buffer.byteLength(rest.slice(0, end)) > PART_BYTES) end = Math.floor(end * 0.9);
    const head = rest.slice(0, end);
    const cut = ['\n\n', '\n', ' '].map((mark) => head.lastIndexOf(mark)).find((at) => at > end / 2);
    // Never between the halves of one character.
    const last = cut ?? (/[\ud800-\udbff]$/.test(head) ? end - 1 : end);
    parts.push(rest.slice(0, last));
    rest = rest.slice(last).trimStart();
  }
  return [...parts, rest];
}
