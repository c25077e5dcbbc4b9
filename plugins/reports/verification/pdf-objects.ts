import { inflateSync } from 'node:zlib';

const HEAD = /\d+ 0 obj\n/g;
const LENGTH = /\n\/Length (\d+)(?=\n)/;
const STREAM = '>>\nstream\n';
const STREAM_END = '\nendstream\nendobj\n';
const OBJECT_END = '\nendobj\n';
const MOST_INFLATED = 64 * 1024 * 1024;

/**
 * All that a PDF of one revision is made of, object by object, without what a compressor is free in: the length of streams
 * and the places of objects. Two files that give the same show the same. Undefined for a file that is laid out in
 * another way than ours are (ISO 32000-1, 7.5): with gaps, with a second revision, with a table that leads elsewhere.
 */
export function pdfObjects(bytes: Buffer): string[] | undefined {
  const text = bytes.toString('latin1');
  const places = new Map<number, number>();
  HEAD.lastIndex = 0;
  const first = HEAD.exec(text)?.index ?? 0;
  const objects = [text.slice(0, first)];
  let at = first;
  while (!text.startsWith('xref\n', at)) {
    HEAD.lastIndex = at;
    const head = HEAD.exec(text);
    if (head === null || head.index !== at) return undefined;
    const number = Number.parseInt(head[0], 10);
    if (places.has(number)) return undefined;
    places.set(number, at);
    const stream = text.indexOf(STREAM, at);
    const end = text.indexOf(OBJECT_END, at);
    if (end === -1) return undefined;
    if (stream === -1 || stream > end) {
      objects.push(text.slice(at, end));
      at = end + OBJECT_END.length;
      continue;
    }
    const dictionary = text.slice(at, stream);
    const from = stream + STREAM.length;
    const length = Number(LENGTH.exec(dictionary)?.[1]);
    if (!text.startsWith(STREAM_END, from + length)) return undefined;
    const content = contentOf(bytes.subarray(from, from + length), dictionary);
    if (content === undefined) return undefined;
    objects.push(`${dictionary.replace(LENGTH, '')}${content}`);
    at = from + length + STREAM_END.length;
  }
  const table = tableOf(places);
  const trailer = /^trailer\n[\s\S]*?\nstartxref\n/.exec(text.slice(at + table.length))?.[0];
  const rest = `${table}${trailer}${at}\n%%EOF\n`;
  return text.slice(at) === rest ? [...objects, trailer ?? ''] : undefined;
}

function contentOf(bytes: Buffer, dictionary: string): string | undefined {
  if (!dictionary.includes('\n/Filter /FlateDecode')) return bytes.toString('latin1');
  try {
    return inflateSync(bytes, { maxOutputLength: MOST_INFLATED }).toString('latin1');
  } catch {
    return undefined;
  }
}

/** The table of objects as it must stand for objects at these places. */
function tableOf(places: ReadonlyMap<number, number>): string {
  const rows = Array.from({ length: places.size }, (_, index) => {
    const place = places.get(index + 1) ?? 0;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  return `xref\n0 ${places.size + 1}\n0000000000 65535 f \n${rows.join('')}`;
}
