/** A day that is counted from another one that a text names behind it. */
interface Counted {
  /** From its first word up to the day that it is counted from. */
  readonly words: string;
  /** Days that it lies after that, or before where below 0. */
  readonly by: number;
  /** Place of what it is counted from. */
  readonly from: number;
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...{
    a: 1,
    an: 1,
    one: 1,
    the: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    ten: 10,
    fourteen: 14,
  },
  ...{ ein: 1, eine: 1, einen: 1, der: 1, die: 1, den: 1, zwei: 2, drei: 3, sieben: 7 },
  ...{ un: 1, une: 1, le: 1, la: 1, deux: 2, trois: 3, sept: 7, huit: 8, quinze: 15 },
  ...{ una: 1, el: 1, dos: 2, tres: 3, siete: 7, uma: 1, o: 1, dois: 2, duas: 2, três: 3, sete: 7 },
};
const LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^(?:days?|tage?n?|jours?|d[ií]as?|siku|eve|vortag|veille|v[ií]spera|v[eé]spera)$/iu, 1],
  [/^(?:weeks?|wochen?|semaines?|semanas?|wiki)$/iu, 7],
  [/^(?:fortnights?)$/iu, 14],
  [/^(?:months?|monate?n?|mois|mes(?:es)?|m[eê]s|mwezi|miezi)$/iu, 30],
];
const BEFORE = 'before|prior to|ahead of|vor|avant|antes d[eo]l?|antes da|kabla ya';
const AFTER = 'after|following|nach|après|despu[eé]s de|depois d[eo]|baada ya';
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<count>\\d{1,3}|${Object.keys(NUMBERS).join('|')})\\s+)?(?<length>[\\p{L}\\p{M}]{3,10})\\s+(?<way>(?<before>${BEFORE})|${AFTER}|(?<=eve\\s+)of)\\s+(?:(?:the|dem|der|den|le|el|o|ya)\\s+)?`,
  'giu',
);

/** What a text counts from another day: `a week before 5 December`, `the day after`. */
export function countedDays(text: string): Counted[] {
  return [...text.matchAll(PATTERN)].flatMap(({ 0: words, index, groups = {} }) => {
    const { count = 'a', length = '', way = '', before } = groups;
    const each = LENGTHS.find(([name]) => name.test(length))?.[1];
    if (each === undefined) return [];
    const days = (NUMBERS[count.toLowerCase()] ?? Number(count)) * each;
    const isBefore = before !== undefined || way.toLowerCase() === 'of';
    return [{ words, by: isBefore ? -days : days, from: index + words.length }];
  });
}

/** Words for a day that is counted from one that is not named: `D-7`, `T-7 days`, `a week earlier`. */
export const COUNTED_ALONE: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?<!(?:draw|no\.?|block|round|ziehung|tirage|sorteo|droo)\s)[dtj]\s?[-−–]\s?\d{1,3}(?:\s?(?:days?|d|tage?|jours?|d[ií]as?))?(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])(?:\d{1,3}|\p{L}+)\s+(?:days?|weeks?|months?|fortnights?)\s+(?:ago|earlier|previously|beforehand|back)(?!\p{L})/iu,
  /(?<!\p{L})(?:\p{L}+|\d{1,3})\s+(?:tage?|wochen?)\s+(?:früher|zuvor|davor)(?!\p{L})|(?<!\p{L})vor\s+(?:\p{L}+|\d{1,3})\s+(?:tage?n|wochen?)(?!\p{L})/iu,
  /(?<!\p{L})il y a\s+\p{L}+\s+(?:jours?|semaines?)|(?<!\p{L})hace\s+\p{L}+\s+(?:d[ií]as?|semanas?)|(?<!\p{L})h[aá]\s+\p{L}+\s+(?:dias?|semanas?)/iu,
];
