const DAY = 86_400_000;
/** Days that a draw which is called after a feast may lie from it, such as that of Christmas in Spain. */
const ABOUT = 3;

const utc = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date);
/** The day of a week on or after a day; 0 is Sunday. */
const onOrAfter = (day: number, of: number) => day + ((of - new Date(day).getUTCDay() + 7) % 7) * DAY;
const thanksgiving = (year: number) => onOrAfter(utc(year, 11, 22), 4);

/** Easter Sunday. Source: J. Meeus, Astronomical Algorithms, 1991, chapter 8 (the Gregorian Easter). */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return utc(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** Feasts by their names in the languages of the page; the first that fits a text is meant. */
const FEASTS: readonly (readonly [RegExp, (year: number) => number])[] = [
  [/black friday|viernes negro/iu, (year) => thanksgiving(year) + DAY],
  [/cyber monday/iu, (year) => thanksgiving(year) + 4 * DAY],
  [/thanksgiving(?: day)?|acción de gracias/iu, thanksgiving],
  [
    /christmas eve|heiligabend|nochebuena|veille de no[eë]l|v[eé]spera de natal|mkesha wa krismasi/iu,
    (year) => utc(year, 12, 24),
  ],
  [/boxing day|second day of christmas/iu, (year) => utc(year, 12, 26)],
  [/christmas(?: day)?|weihnacht\p{L}*|no[eë]l|navidad|natal|krismasi/iu, (year) => utc(year, 12, 25)],
  [/new year['’]?s eve|silvester|saint-sylvestre|nochevieja|r[eé]veillon/iu, (year) => utc(year, 12, 31)],
  [
    /new year(?:['’]?s)?(?: day)?|neujahr\p{L}*|nouvel an|año nuevo|ano novo|mwaka mpya/iu,
    (year) => utc(year, 1, 1),
  ],
  [
    /all saints['’]?(?: day)?|allerheiligen|toussaint|todos los santos|todos os santos/iu,
    (year) => utc(year, 11, 1),
  ],
  [/hallowe['’]?en/iu, (year) => utc(year, 10, 31)],
  [/(?:st\.? |saint )?andrew['’]?s? eve/iu, (year) => utc(year, 11, 29)],
  [/(?:st\.? |saint )andrew['’]?s?(?: day)?/iu, (year) => utc(year, 11, 30)],
  [/(?:st\.? |saint )nicholas(?:['’]?s?)?(?: day)?|nikolaus(?:tag)?/iu, (year) => utc(year, 12, 6)],
  [/(?:st\.? |saint )?valentine['’]?s?(?: day)?|valentinstag/iu, (year) => utc(year, 2, 14)],
  [/(?:st\.? |saint )patrick['’]?s?(?: day)?/iu, (year) => utc(year, 3, 17)],
  [/epiphany|dreikönig\p{L}*|[ée]piphanie|reyes magos/iu, (year) => utc(year, 1, 6)],
  [/labou?r day|may day|tag der arbeit/iu, (year) => utc(year, 5, 1)],
  [
    /good friday|karfreitag|vendredi saint|viernes santo|sexta-feira santa|ijumaa kuu/iu,
    (year) => easter(year) - 2 * DAY,
  ],
  [/easter monday|ostermontag|lundi de p[aâ]ques/iu, (year) => easter(year) + DAY],
  [/easter(?: sunday)?|ostersonntag|ostern|p[aâ]ques|pascua|p[aá]scoa|pasaka/iu, easter],
  [/whit monday|pfingstmontag/iu, (year) => easter(year) + 50 * DAY],
  [
    /first (?:sunday (?:of|in) )?advent(?: sunday)?|advent sunday|erster advent/iu,
    (year) => onOrAfter(utc(year, 11, 27), 0),
  ],
];

/** A feast that a text names as the day of a value, and the days that it may mean. */
interface Feast {
  readonly words: string;
  readonly days: readonly number[];
}

/** Feasts that are said to be the day, and not a part of the name of a lottery or what another day is counted from. */
export function feastsIn(text: string, years: readonly number[]): Feast[] {
  for (const [names, dayIn] of FEASTS) {
    const found = new RegExp(
      `(?<=^|(?<!\\p{L})(?:of|on|at|from|for|vom|am|an|zu|du|de|del|la|le|da|do|ya|the|l['’])\\s*)(?<name>${names.source})(?!\\p{L})(?<draw>\\s+(?:draw|drawing|ziehung|night draw))?(?!\\s*(?:lotto|lottery|loter|lotería|tombola|sweep|raffle|jackpot|game|series))`,
      'iu',
    ).exec(text);
    if (found === null) continue;
    const isCounted =
      /(?<!\p{L})(?:before|after|following|vor|nach|avant|après|antes|despu[eé]s|depois|kabla|baada)(?:\s+\p{L}{1,3})?\s*$/iu;
    if (isCounted.test(text.slice(0, found.index))) return [];
    const about = found.groups?.['draw'] === undefined ? 0 : ABOUT;
    const days = years.flatMap((year) =>
      Array.from({ length: 2 * about + 1 }, (_, at) => dayIn(year) + (at - about) * DAY),
    );
    return [{ words: found[0].trim(), days }];
  }
  return [];
}
