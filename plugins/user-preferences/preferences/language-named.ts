import { OracleError } from 'oracle-runtime/plugin';

/** Languages that a person may name, and those that they may name them in. */
const TAGS =
  'en de fr es pt sw it nl pl ru uk tr ar he fa hi bn ur ta te mr gu pa ne si th vi id ms zh ja ko am ha yo ig zu xh so rw ln lg om mg ny sn st tn wo ff sv da nb fi cs sk hu ro bg el sr hr ca'.split(
    ' ',
  );
const NAMED_IN = ['en', 'de', 'fr', 'es', 'pt', 'sw'];

let tags: ReadonlyMap<string, string> | undefined;

/**
 * The tag of a language by its tag or its name, in one of six languages or its own: `de` of `German`, `Deutsch`, `allemand`.
 * @throws OracleError `invalid_request` for what is neither
 */
export function languageNamed(said: string): string {
  tags ??= namesOfTags();
  const named = tags.get(said.trim().toLowerCase());
  if (named !== undefined) return named;
  try {
    // Digits, calendars and the like are no part of which language it is.
    const tag = new Intl.Locale(said.trim()).baseName;
    if (isKnown(tag)) return tag;
  } catch {
    // Told below.
  }
  throw new OracleError('invalid_request', {
    detail: `'${said.slice(0, 40)}' is no language that is known here.`,
    hint: 'Name it in English, or by its tag, such as sw or de-CH.',
    errors: [{ field: 'language', message: 'is not known' }],
  });
}

/** What the languages that the chat speaks are called in each of them: what a sentence names is found by it. */
export function languageNames(): Readonly<Record<string, readonly string[]>> {
  const named = (tag: string, locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(tag);
  return Object.fromEntries(
    NAMED_IN.map((tag) => [tag, NAMED_IN.flatMap((locale) => named(tag, locale) ?? [])]),
  );
}

function isKnown(tag: string): boolean {
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined;
}

function namesOfTags(): ReadonlyMap<string, string> {
  return new Map(
    TAGS.flatMap((tag) =>
      [...NAMED_IN, tag].flatMap((locale) => {
        const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag);
        return name === undefined ? [] : [[name.toLowerCase(), tag] as const];
      }),
    ),
  );
}
