/** Attribute characters of RFC 8187, section 3.2.1, that `encodeURIComponent` leaves bare although they are none. */
const NOT_ATTRIBUTE = /['()*]/g;
/** What a quoted file name carries the same way to every client: no `"`, `\` or `%`, and ASCII only. */
const PLAIN = /^[\x20-\x21\x23-\x24\x26-\x5b\x5d-\x7e]*$/;
const UNPLAIN = /[^\x20-\x21\x23-\x24\x26-\x5b\x5d-\x7e]/gu;

/**
 * `Content-Disposition` that saves under `name` (RFC 6266): plain names quoted, others also in UTF-8 (RFC 8187) beside
 * a fallback in ASCII. Never holds a character that a header could not.
 */
export function attachment(name: string): string {
  return disposition('attachment', name);
}

/** The same for what a browser shows in place. */
export function inline(name: string): string {
  return disposition('inline', name);
}

function disposition(kind: 'attachment' | 'inline', name: string): string {
  const whole = name.replace(/\p{Cs}/gu, '\ufffd');
  if (PLAIN.test(whole)) return `${kind}; filename="${whole}"`;
  const encoded = encodeURIComponent(whole).replace(
    NOT_ATTRIBUTE,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${whole.replace(UNPLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}
