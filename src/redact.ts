/** `TOKENS` counts some and holds none. */
const SECRET_NAME = /KEY|TOKEN(?!S$)|SECRET|PASSWORD|MNEMONIC|CREDENTIAL|URL|HEADERS/i;
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
      value === undefined || !SECRET_NAME.test(name)
        ? []
        : textsIn(value).map((text) => ({ name, value: text })),
    )
    .filter(({ value }) => value.length >= SHORTEST)
    // A value that contains another must go first.
    .toSorted((a, b) => b.value.length - a.value.length);

  return function redact(text) {
    let shown = text;
    for (const { name, value } of secrets) shown = shown.replaceAll(value, () => `<${name}>`);
    return shown.replace(URL_CREDENTIALS, '$1***@');
  };
}

/** The value, and where it is an object, as headers are, each text in it. */
function textsIn(value: string): readonly string[] {
  if (!value.trimStart().startsWith('{')) return [value];
  try {
    return [value, ...Object.values(JSON.parse(value) as object).filter((text) => typeof text === 'string')];
  } catch {
    return [value];
  }
}
