/** `?inline` in a URL, alone or with any value but `false`; whatever else the query holds. */
export function isAskedInline(url = ''): boolean {
  const at = url.indexOf('?');
  const value = at === -1 ? null : new URLSearchParams(url.slice(at + 1)).get('inline');
  return value !== null && value !== 'false';
}
