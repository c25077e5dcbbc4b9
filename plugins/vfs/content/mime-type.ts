const FALLBACK = 'application/octet-stream';
/** A media type with parameters as RFC 9110, section 8.3.1, has it; nothing in it can break out of a header. */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:[ \t]*;[ \t]*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\t\x20\x21\x23-\x5b\x5d-\x7e]*"))*$/;
const LONGEST = 255;

const BY_ENDING: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  ndjson: 'application/x-ndjson',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
};

/** A `Content-Type` as it is stored: the text when it is a media type, else what the file's ending says. */
export function mimeTypeOf(given: string | undefined, path: string): string {
  const text = given?.trim() ?? '';
  if (text.length <= LONGEST && MEDIA_TYPE.test(text)) return text;
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? FALLBACK) : FALLBACK;
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
