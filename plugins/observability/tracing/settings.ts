/** Where spans go: the endpoint is the base of all signals, `/v1/traces` that of traces. */
export function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

/**
 * `key=value` pairs, comma-separated, the values percent-encoded (W3C Baggage).
 * @throws Error that names the pair, without its value
 */
export function parseHeaders(text: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new Error('expected key=value pairs, comma-separated, such as api-key=abc');
    headers[name] = decode(name, pair.slice(at + 1).trim());
  }
  return headers;
}

function decode(name: string, value: string): string {
  try {
    return new Headers({ [name]: decodeURIComponent(value) }).get(name) ?? '';
  } catch {
    throw new Error(`the value of '${name}' is no percent-encoded text for a header`);
  }
}
