/** The languages of the chat, in which a reference may name a month. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'sw'];

const MONTHS = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, at) => {
        const name = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(
          Date.UTC(2024, at, 15),
        );
        return [plain(name), at + 1] as const;
      }),
    ),
  ),
);

/** Days that a text names with their year, `YYYY-MM-DD`, in its order: `2026-11-28`, `28.11.2026`, `28 November 2026`. */
export function namedDays(text: string): string[] {
  const found: { readonly at: number; readonly day: string }[] = [];
  const add = (at: number, year: string, month: number, date: string) => {
    const time = Date.UTC(Number(year), month - 1, Number(date));
    const day = new Date(time).toISOString().slice(0, 10);
    if (Number(day.slice(5, 7)) === month) found.push({ at, day });
  };
  for (const each of text.matchAll(/(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)/g))
    add(each.index, each[1] ?? '', Number(each[2]), each[3] ?? '');
  for (const each of text.matchAll(/(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(20\d\d)(?!\d)/g))
    add(each.index, each[3] ?? '', Number(each[2]), each[1] ?? '');
  const words = [
    /(?<!\d)(?<date>\d{1,2})(?:st|nd|rd|th|\.|er|º)?\s+(?:de\s+|of\s+)?(?<month>\p{L}+)\.?,?\s+(?:de\s+)?(?<year>20\d\d)(?!\d)/giu,
    /(?<month>\p{L}+)\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>20\d\d)(?!\d)/giu,
  ];
  for (const pattern of words)
    for (const { index, groups } of text.matchAll(pattern)) {
      const month = MONTHS.get(plain(groups?.month ?? ''));
      if (month !== undefined) add(index, groups?.year ?? '', month, groups?.date ?? '');
    }
  return found.sort((a, b) => a.at - b.at).map(({ day }) => day);
}

const TIMES = /\d{1,2}\s?(?::\s?\d{2}){1,2}|\d{1,2}\s?(?:h|am|pm|uhr|o'clock)\b/giu;
const DAYS = /(?:20\d\d-\d\d-\d\d(?:T[\d:.]+Z?)?)|\d{1,2}\.\s?\d{1,2}\.(?:\s?20\d\d)?|(?<!\d)20\d\d(?!\d)/gu;
const DAY_BESIDE_MONTH = [
  /(?<!\d)\d{1,2}(?:st|nd|rd|th|\.|er|º)?\s+(?:de\s+|of\s+)?(?<month>\p{L}+)/giu,
  /(?<month>\p{L}+)\.?\s+\d{1,2}(?:st|nd|rd|th)?(?!\d)/giu,
];

/** Whether a reference names its value by a number, such as `draw 61`; days and times are none. */
export function namesNumber(reference: string): boolean {
  let rest = reference.replaceAll(DAYS, ' ').replaceAll(TIMES, ' ');
  for (const pattern of DAY_BESIDE_MONTH)
    rest = rest.replaceAll(pattern, (all: string, month: string) => (MONTHS.has(plain(month)) ? ' ' : all));
  return /\p{Nd}/u.test(rest);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '');
}
