import fc from 'fast-check';

/** A value as a person says it, and what it stands for. */
export interface Said {
  readonly words: string;
  /** Figures as they stand in the words. */
  readonly figures: readonly string[];
  /** By field; a value for which the words leave two is undefined: it must be asked. */
  readonly values: Readonly<Record<string, number | undefined>>;
}

export type Tongue = 'en' | 'de' | 'fr' | 'es';

interface Words {
  readonly leads: readonly string[];
  readonly and: string;
  readonly population: readonly string[];
  readonly mean: readonly string[];
  readonly sd: readonly string[];
  readonly loss: readonly string[];
  readonly response: readonly string[];
  readonly span: readonly string[];
  readonly level: readonly string[];
  /** How a value is taken back in a later turn. */
  readonly takeBack: readonly string[];
}

/** `#` is the figure, `~` the second one. */
const WORDS: Readonly<Record<Tongue, Words>> = {
  en: {
    leads: [
      'Sample size for',
      'Design a sample:',
      'I need a sample size,',
      'How many homes do we have to visit:',
    ],
    and: ' and ',
    population: [
      '# households',
      'population #',
      '# homes',
      'N = #',
      'about # households',
      'roughly # homes',
      'a population of about #',
    ],
    mean: ['mean #', 'average of #', 'expected mean #', 'a mean of #'],
    sd: ['sd #', 'standard deviation #', 'SD of #', 'a standard deviation of #'],
    loss: ['#% dropout', 'dropout #%', 'we lose #%', '#% will drop out', 'dropout of # percent'],
    response: ['response rate #%', '#% response rate', 'we expect #% to respond', 'a response rate of #%'],
    span: ['dropout between # and ~%', 'dropout #-~%', '# to ~% dropout'],
    level: ['#/~', 'at #/~', '#% confidence and ~% precision', 'confidence #%, precision ~%'],
    takeBack: ['no, %', 'sorry, %', 'actually %', 'make it %', 'I meant %'],
  },
  de: {
    leads: ['Stichprobengröße für', 'Plane eine Stichprobe:', 'Wie viele Haushalte müssen wir besuchen:'],
    and: ' und ',
    population: ['# Haushalte', 'Grundgesamtheit #', 'etwa # Haushalte', 'insgesamt # Haushalte', 'N = #'],
    mean: ['Mittelwert #', 'Durchschnitt #', 'im Mittel #', 'erwarteter Mittelwert #'],
    sd: ['Standardabweichung #', 'SD #', 'Standardabweichung von #'],
    loss: ['#% Ausfall', 'Ausfall #%', 'wir verlieren #%', 'Ausfallquote # %'],
    response: ['Rücklaufquote #%', '#% Rücklauf', 'Antwortquote #%'],
    span: ['Ausfall zwischen # und ~%', 'Ausfall #-~%', '# bis ~% Ausfall'],
    level: ['#/~', 'bei #/~', '#% Konfidenz und ~% Genauigkeit'],
    takeBack: ['nein, %', 'doch %', 'ich meinte %'],
  },
  fr: {
    leads: [
      "Taille d'échantillon pour",
      'Concevoir un échantillon :',
      'Combien de ménages faut-il visiter :',
    ],
    and: ' et ',
    population: ['# ménages', 'population #', 'environ # ménages', 'population de #', 'N = #'],
    mean: ['moyenne #', 'moyenne de #', 'moyenne attendue #'],
    sd: ['écart-type #', 'écart type de #', 'écart-type de #'],
    loss: ["#% d'abandon", 'abandon #%', 'nous perdons #%', 'pertes de # %'],
    response: ['taux de réponse #%', '#% de réponse', 'taux de réponse de # %'],
    span: ['abandon entre # et ~%', 'abandon de # à ~%'],
    level: ['#/~', 'à #/~', '#% de confiance et ~% de précision'],
    takeBack: ['non, %', 'pardon, %', 'je voulais dire %'],
  },
  es: {
    leads: ['Tamaño de muestra para', 'Diseña una muestra:', '¿Cuántos hogares hay que visitar?'],
    and: ' y ',
    population: ['# hogares', 'población #', 'unos # hogares', 'población de #', 'N = #'],
    mean: ['media #', 'media de #', 'promedio #', 'media esperada #'],
    sd: ['desviación estándar #', 'desviación típica #', 'desviación estándar de #', 'DE #'],
    loss: ['#% de abandono', 'abandono #%', 'perdemos el #%', 'pérdidas del # %'],
    response: ['tasa de respuesta #%', '#% de respuesta', 'tasa de respuesta del # %'],
    span: ['abandono entre # y ~%', 'abandono de # a ~%'],
    level: ['#/~', 'con #/~', '#% de confianza y ~% de precisión'],
    takeBack: ['no, %', 'perdón, %', 'quise decir %'],
  },
};

/** Units that a mean and its deviation are said in, and how much of the first the second is. */
const UNITS = [
  ['kg', 'kg', 1],
  ['kg', 'g', 0.001],
  ['g', 'g', 1],
  ['lb', 'lb', 1],
  ['kg', '', 1],
  ['', '', 1],
  ['hours', 'hours', 1],
  ['MJ', 'MJ', 1],
] as const;

const one = fc.constantFrom;
const round = (value: number) => Math.round(value * 1e9) / 1e9;

/** How a figure is written: with a comma for decimals or a point, and with or without a sign of thousands. */
function written(value: number, comma: boolean, groups: boolean): string {
  if (!Number.isInteger(value)) return comma ? String(value).replace('.', ',') : String(value);
  return groups && value >= 1000 ? value.toLocaleString(comma ? 'de' : 'en') : String(value);
}

function fill(pattern: string, first: string, second = ''): string {
  return pattern.replace('#', first).replace('~', second);
}

export interface Design {
  readonly tongue: Tongue;
  readonly lead: string;
  readonly joint: string;
  /** In the order in which they are said. */
  readonly said: readonly Said[];
  /** A value that is said anew in a later turn. */
  readonly later: Said;
}

/** All values of a design of a mean in a language, in any order. */
export const designs: fc.Arbitrary<Design> = fc
  .tuple(one<Tongue>('en', 'en', 'en', 'de', 'fr', 'es'), fc.boolean(), fc.boolean(), one(...UNITS))
  .chain(([tongue, habit, groups, [unit, sdUnit, factor]]) => {
    const words = WORDS[tongue];
    const comma = tongue === 'en' ? false : habit;
    const number = (value: number) => written(value, comma, groups);
    const measured = (value: number, of: string) => (of === '' ? number(value) : `${number(value)} ${of}`);
    const small = unit !== sdUnit && factor !== 1;
    const population = fc.tuple(one(300, 812, 2000, 2040, 5000, 12_500), one(...words.population)).map(
      ([count, pattern]): Said => ({
        words: fill(pattern, number(count)),
        figures: [number(count)],
        values: { population: count },
      }),
    );
    const mean = fc.tuple(one(0.8, 0.9, 2.5, 3.2, 6, 10, 90), one(...words.mean)).map(
      ([figure, pattern]): Said => ({
        words: fill(pattern, measured(figure, unit)),
        figures: [number(figure)],
        values: { expectedMean: figure },
      }),
    );
    const sd = fc
      .tuple(small ? one(200, 250, 500, 900) : one(0.1, 0.2, 0.25, 0.5, 0.9, 1, 2, 5), one(...words.sd))
      .map(
        ([figure, pattern]): Said => ({
          words: fill(pattern, measured(figure, sdUnit)),
          figures: [number(figure)],
          values: { expectedSD: round(figure * factor) },
        }),
      );
    const loss = fc.tuple(one(5, 10, 12.5, 15, 20, 25), one(...words.loss)).map(
      ([percent, pattern]): Said => ({
        words: fill(pattern, number(percent)),
        figures: [number(percent)],
        values: { dropoutRate: round(percent / 100) },
      }),
    );
    const response = fc.tuple(one(75, 80, 85, 92), one(...words.response)).map(
      ([percent, pattern]): Said => ({
        words: fill(pattern, number(percent)),
        figures: [number(percent)],
        values: { dropoutRate: round(1 - percent / 100) },
      }),
    );
    const span = fc.tuple(one([10, 15], [5, 12], [20, 30]), one(...words.span)).map(
      ([[low, high], pattern]): Said => ({
        words: fill(pattern, number(low), number(high)),
        figures: [number(low), number(high)],
        values: { dropoutRate: undefined },
      }),
    );
    const level = fc.tuple(one([90, 10], [95, 5], [95, 10], [90, 5]), one(...words.level)).map(
      ([[confidence, precision], pattern]): Said => ({
        words: fill(pattern, String(confidence), String(precision)),
        figures: [],
        values: { confidence: confidence / 100, precision: precision / 100 },
      }),
    );
    const changed = fc
      .tuple(fc.oneof(population, mean, sd, loss), one(...words.takeBack))
      .map(([value, pattern]): Said => ({ ...value, words: pattern.replace('%', value.words) }));
    return fc
      .tuple(
        fc.tuple(population, mean, sd, fc.oneof(loss, response, span), level),
        one(...words.leads),
        one(', ', '; ', words.and, '. '),
        changed,
      )
      .chain(([all, lead, joint, later]) =>
        fc
          .tuple(
            fc.shuffledSubarray([...all], { minLength: all.length }),
            fc.subarray([0, 1], { minLength: 0 }),
          )
          .map(([said, left]) => ({
            tongue,
            lead,
            joint,
            // Sometimes without a loss or a level, which nobody asks for.
            said: said.filter(
              (each) =>
                !(left.includes(0) && 'dropoutRate' in each.values) &&
                !(left.includes(1) && 'confidence' in each.values),
            ),
            later,
          })),
      );
  });

/** Two places with their counts, beside the values of a design. */
export const regions: fc.Arbitrary<{ readonly words: string; readonly counts: readonly number[] }> = fc
  .tuple(
    one(['Kumasi', 'Tamale'], ['the north', 'the south'], ['urban', 'rural'], ['Lodwar', 'Kakuma']),
    one(1200, 3000, 450, 2600),
    one(800, 2000, 950),
    one(
      (a: string, b: string, n: number, m: number) => `${n} households in ${a} and ${m} in ${b}`,
      (a: string, b: string, n: number, m: number) => `${a} ${n}, ${b} ${m} households`,
      (a: string, b: string, n: number, m: number) => `${n} homes in ${a}, ${m} homes in ${b}`,
      (a: string, b: string, n: number, m: number) => `${a}: ${n} households; ${b}: ${m} households`,
    ),
  )
  .map(([[a, b], n, m, say]) => ({ words: say(a, b, n, m), counts: [n, m] }));
