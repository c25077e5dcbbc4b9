/** What stands for the number of a day in words, in a language. */
interface Words {
  /** From one to nineteen, or as many as have a word of their own; several ways apart by a bar. */
  readonly ones: readonly string[];
  readonly tens: { readonly 20: string; readonly 30: string };
  /** How a ten and a one stand together. */
  readonly joined: (ten: string, one: string) => string;
  /** What follows the word of a day that is counted, such as `ter` in German; a pattern. */
  readonly ending: string;
}

const list = (words: string) => words.split(' ');
const LANGUAGES: readonly Words[] = [
  {
    ones: list(
      'first|one second|two third|three fourth|four fifth|five sixth|six seventh|seven eighth|eight ninth|nine tenth|ten eleventh|eleven twelfth|twelve thirteenth|thirteen fourteenth|fourteen fifteenth|fifteen sixteenth|sixteen seventeenth|seventeen eighteenth|eighteen nineteenth|nineteen',
    ),
    tens: { 20: 'twentieth|twenty', 30: 'thirtieth|thirty' },
    joined: (ten, one) => `${ten.split('|')[1]}[\\s-]*(?:${one})`,
    ending: '',
  },
  {
    ones: list(
      'erste|ein zweite|zwei dritte|drei vierte|vier fünfte|fünf sechste|sechs siebte|sieben achte|acht neunte|neun zehnte|zehn elfte|elf zwölfte|zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    ),
    tens: { 20: 'zwanzig', 30: 'dreißig|dreissig' },
    joined: (ten, one) => `(?:${one.split('|').at(-1)})und(?:${ten})`,
    ending: '(?:s?te)?[rnms]?',
  },
  {
    ones: list(
      'premier|un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix[\\s-]sept dix[\\s-]huit dix[\\s-]neuf',
    ),
    tens: { 20: 'vingt', 30: 'trente' },
    joined: (ten, one) => `${ten}(?:[\\s-]et)?[\\s-](?:${one})`,
    ending: '',
  },
  {
    ones: list(
      'primero|uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince diecis[eé]is diecisiete dieciocho diecinueve',
    ),
    tens: { 20: 'veinte', 30: 'treinta' },
    joined: (ten, one) =>
      ten === 'veinte'
        ? `veinti(?:${one.replace('dos', 'd[oó]s').replace('seis', 's[eé]is').replace('tres', 'tr[eé]s')})`
        : `treinta y (?:${one})`,
    ending: '',
  },
  {
    ones: list(
      'primeiro|um dois três|tres quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze dezasseis|dezesseis dezassete|dezessete dezoito dezanove|dezenove',
    ),
    tens: { 20: 'vinte', 30: 'trinta' },
    joined: (ten, one) => `${ten} e (?:${one})`,
    ending: '',
  },
  {
    ones: list('kwanza|mosi|moja pili|mbili tatu nne tano sita saba nane tisa kumi'),
    tens: { 20: 'ishirini', 30: 'thelathini' },
    joined: (ten, one) => `${ten} na (?:${one})`,
    ending: '',
  },
];
/** Swahili counts on from ten. */
const FROM_TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const LAST_DATE = 31;

/** Patterns of the days of a month in words, the longest words first. */
function patterns(): { readonly day: number; readonly words: RegExp }[] {
  const found: { day: number; source: string }[] = [];
  for (const { ones, tens, joined, ending } of LANGUAGES) {
    for (const [at, one] of ones.entries()) found.push({ day: at + 1, source: `(?:${one})${ending}` });
    if (ones.length === 10)
      for (const one of FROM_TEN) found.push({ day: 10 + one, source: `kumi na (?:${ones[one - 1]})` });
    for (const ten of [20, 30] as const) {
      found.push({ day: ten, source: `(?:${tens[ten]})${ending}` });
      for (const [at, one] of ones.slice(0, 9).entries())
        if (ten + at + 1 <= LAST_DATE)
          found.push({ day: ten + at + 1, source: `${joined(tens[ten], one)}${ending}` });
    }
  }
  return found
    .toSorted((a, b) => b.day - a.day)
    .map(({ day, source }) => ({
      day,
      words: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${source})(?![\\p{L}\\p{N}-])`, 'giu'),
    }));
}

let known: ReturnType<typeof patterns> | undefined;

/** Below that, `the first May draw` is a draw of May; `the first of May` is a day of it. */
const FIRST_ALONE = 13;
const OF = "(?:\\s+day)?\\s+(?:of|de|du|des|do|d[’']|ya|in|the)\\s+(?:the\\s+)?";

/**
 * A text with days of months in words as figures, where they stand at the name of a month: `twenty-eighth of November` is
 * `28 of November`.
 * @param isMonth whether a word is the name of one
 */
export function daysInFigures(text: string, isMonth: (word: string) => boolean): string {
  known ??= patterns();
  let read = text;
  for (const { day, words } of known)
    read = read.replaceAll(words, (found, ...more) => {
      const at = more.find((each) => typeof each === 'number') as number;
      const after = new RegExp(`^(?:${OF}|(?<close>\\s+))(?<name>[\\p{L}\\p{M}]+)`, 'iu').exec(
        read.slice(at + found.length),
      );
      const before = /(?<name>[\p{L}\p{M}]+),?\s+(?:the\s+)?$/iu.exec(read.slice(0, at));
      const isBehind = isMonth(before?.groups?.['name'] ?? '');
      const isBefore =
        isMonth(after?.groups?.['name'] ?? '') &&
        (day >= FIRST_ALONE || after?.groups?.['close'] === undefined);
      return isBehind || isBefore ? String(day) : found;
    });
  return read;
}
