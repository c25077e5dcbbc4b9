import { lookup } from 'mime-types';

const FALLBACK = 'application/octet-stream';
/** A media type with parameters as RFC 9110, section 8.3.1, has it; nothing in it can break out of a header. */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:[ \t]*;[ \t]*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\t\x20\x21\x23-\x5b\x5d-\x7e]*"))*$/;
const LONGEST = 255;

/** Types that the registry has and mime-db does not yet. */
const NEWER: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  jsonl: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};
/** What curl says of any body that it is not told the type of. */
const UNTOLD = 'application/x-www-form-urlencoded';

/** A `Content-Type` as it is stored: the text when it is a media type that says something, else what the ending says. */
export function mimeTypeOf(given: string | undefined, path: string): string {
  const text = given?.trim() ?? '';
  if (text.length <= LONGEST && MEDIA_TYPE.test(text) && text !== UNTOLD) return text;
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(NEWER, ending) ? NEWER[ending] : lookup(path) || undefined;
  if (type === undefined) return FALLBACK;
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** Whether content of this type is text that a person reads. */
export function isTextType(mimeType: string): boolean {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  return (
    type.startsWith('text/') ||
    /[/+](json|xml|yaml|x-ndjson|javascript|csv|toml|sql)$/.test(type) ||
    type === 'application/x-sh'
  );
}

/** Whether a browser that shows content of this type runs nothing of it: pictures, sound, film, plain text, PDF. */
export function isShownSafely(mimeType: string): boolean {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^(image|audio|video)\//.test(type)) return !/[/+](svg|xml)/.test(type);
  return ['text/plain', 'text/csv', 'text/markdown', 'application/json', 'application/pdf'].includes(type);
}
