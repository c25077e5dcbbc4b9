/** Languages in which a reference may name a month. */
const LANGUAGES =
  'en de fr es pt sw it nl ca pl ru uk be bg sr hr sl mk cs sk ro hu fi et lv lt sv da nb is el tr az kk uz ky ka hy he ar fa ur hi bn pa gu mr ne ta te kn ml si th lo km my id ms fil am so om rw ha ig zu xh af mg'.split(
    ' ',
  );
/** Those whose short names are no words of others. */
const SHORTENED = new Set(['en', 'de', 'fr', 'es', 'pt', 'sw', 'nl', 'sv', 'tr', 'ru', 'uk', 'pl']);
/** Short names that are words of every sentence in another language. */
const WORDS = new Set(['des', 'out', 'set', 'ara', 'lis', 'cze', 'pro', 'sty']);
const MONTHS = 12;

let known: ReadonlyMap<string, readonly number[]> | undefined;

/** Months, from 1, that a name means in one language or another: as it stands alone, or behind the number of a day. */
export function monthsNamed(name: string): readonly number[] {
  known ??= namesOfMonths();
  return known.get(plain(name)) ?? [];
}

function namesOfMonths(): Map<string, number[]> {
  const names = new Map<string, number[]>();
  for (const language of LANGUAGES)
    for (const month of SHORTENED.has(language) ? (['long', 'short'] as const) : (['long'] as const))
      for (const alone of [true, false]) {
        const format = new Intl.DateTimeFormat(language, {
          month,
          ...(!alone && { day: 'numeric' }),
          calendar: 'gregory',
          timeZone: 'UTC',
        });
        for (let at = 0; at < MONTHS; at++) {
          const parts = format.formatToParts(Date.UTC(2024, at, 15));
          const name = plain(parts.find(({ type }) => type === 'month')?.value ?? '');
          const months = names.get(name) ?? [];
          if (/\p{L}{2}/u.test(name) && !WORDS.has(name) && !months.includes(at + 1))
            names.set(name, [...months, at + 1]);
        }
      }
  return names;
}

/** Small letters without accents, and without a word before them such as `de`. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f.'’ʼ]/g, '')
    .trim()
    .replace(/^(?:de|d)\s+/, '');
}
