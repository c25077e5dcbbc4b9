const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|MNEMONIC|CREDENTIAL|URL/i;
const URL_CREDENTIALS = /(\b[a-z][\w+.-]*:\/\/)[^/\s@]+@/gi;
/** Shorter values would blot out ordinary words. */
const SHORTEST = 6;

/**
 * Makes text fit for an answer that anybody may read: the values of variables with secret-looking names become
 * the names of those variables, and URLs lose their credentials.
 */
export function createRedactor(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const secrets = Object.entries(env)
    .flatMap(([name, value]) =>
      value !== undefined && value.length >= SHORTEST && SECRET_NAME.test(name) ? [{ name, value }] : [],
    )
    // A value that contains another must go first.
    .toSorted((a, b) => b.value.length - a.value.length);

  return function redact(text) {
    let shown = text;
    for (const { name, value } of secrets) shown = shown.replaceAll(value, () => `<${name}>`);
    return shown.replace(URL_CREDENTIALS, '$1***@');
  };
}
