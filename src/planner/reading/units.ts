import { wordsOf } from '../language/words.js';
import type { Unit } from './reading.js';
import type { Scan } from './scan.js';

interface UnitRow {
  readonly unit: Unit;
  /** How it is written in six languages, between bars. Capitals count where `exact` says so. */
  readonly words: string;
}

const row = (
  name: string,
  dimension: string,
  factor: number | undefined,
  words: string,
  offset?: number,
): UnitRow => ({
  unit: { name, dimension, factor, ...(offset === undefined ? {} : { offset }) },
  words,
});

/** Base units: kg, l, h, MJ, °C, m/s, mm of rain, t of CO2. The factors are exact by definition but where a year comes in. */
const ROWS: readonly UnitRow[] = [
  row(
    'mg',
    'mass',
    1e-6,
    'mg|milligram|milligrams|milligramm|milligramme|milligrammes|miligramo|miligramos|miligrama|miligramas|miligramu',
  ),
  row('g', 'mass', 1e-3, 'g|gr|gm|gms|grs|gram|grams|gramm|gramme|grammes|gramo|gramos|grama|gramas|gramu'),
  row(
    'kg',
    'mass',
    1,
    'kg|kgs|kilo|kilos|kilogram|kilograms|kilogramm|kilogramme|kilogrammes|kilogramo|kilogramos|quilo|quilos|quilograma|quilogramas|kilogramu|kilo za|kilos of',
  ),
  row('t', 'mass', 1000, 't|ton|tons|tonne|tonnes|tonnen|metric ton|metric tons|tonelada|toneladas|tani'),
  row('lb', 'mass', 0.45359237, 'lb|lbs|pound|pounds|libra|libras|ratili|pauni'),
  row('oz', 'mass', 0.028349523125, 'oz|ounce|ounces'),
  row('Pfund', 'mass', 0.5, 'pfund|livre|livres'),
  row(
    'bundle',
    'mass',
    undefined,
    'headload|headloads|bundle|bundles|sack|sacks|bag|bags|basket|baskets|bundel|sacke|traglast|korbe|fagot|fagots|fardeau|carga|cargas|saco|sacos|costal|costales|feixe|molho|debe|madebe|gunia|magunia|mzigo|mizigo|quintal|quintales|quintaux|arroba|arrobas',
  ),
  row('ml', 'volume', 1e-3, 'ml|millilitre|millilitres|milliliter|milliliters|mililitro|mililitros|mililita'),
  row('l', 'volume', 1, 'l|lt|lts|ltr|litre|litres|liter|liters|litern|litro|litros|lita'),
  row(
    'm3',
    'volume',
    1000,
    'm3|m³|cbm|cubic metre|cubic metres|cubic meter|cubic meters|kubikmeter|metre cube|metres cubes|metro cubico|metros cubicos|mita za ujazo',
  ),
  row('stere', 'stacked volume', 1, 'stere|steres|raummeter|ster|estereo|estereos'),
  row(
    's',
    'time',
    1 / 3600,
    's|sec|secs|second|seconds|sek|sekunde|sekunden|seconde|secondes|segundo|segundos|seg',
  ),
  row('min', 'time', 1 / 60, 'min|mins|mn|minute|minutes|minuten|minuto|minutos|dakika'),
  row('h', 'time', 1, 'h|hr|hrs|hour|hours|std|stunde|stunden|heure|heures|hora|horas|saa|masaa'),
  row('day', 'time', 24, 'd|day|days|tag|tage|tagen|jour|jours|j|dia|dias|siku'),
  row('week', 'time', 168, 'wk|wks|week|weeks|woche|wochen|semaine|semaines|semana|semanas|wiki'),
  row('month', 'time', undefined, 'month|months|monat|monate|monaten|mois|mes|meses|mwezi|miezi'),
  row(
    'year',
    'time',
    undefined,
    'yr|yrs|year|years|jahr|jahre|jahren|an|ans|annee|annees|ano|anos|mwaka|miaka',
  ),
  row('Wh', 'energy', 0.0036, 'wh|watt hour|watt hours|watt-hour|wattstunde|wattstunden'),
  row(
    'kWh',
    'energy',
    3.6,
    'kwh|kilowatt hour|kilowatt hours|kilowatt-hour|kilowatt-hours|kilowattstunde|kilowattstunden|kilowattheure|kilowattheures|kilovatio-hora|kilovatios-hora|kilovatios hora|quilowatt-hora|kilowati saa',
  ),
  row('kJ', 'energy', 1e-3, 'kj|kilojoule|kilojoules|kilojulio|kilojulios'),
  row('MJ', 'energy', 1, 'mj|megajoule|megajoules|megajulio|megajulios|megajuli'),
  row('GJ', 'energy', 1000, 'gj|gigajoule|gigajoules|gigajulio|gigajulios'),
  row('TJ', 'energy', 1e6, 'tj|terajoule|terajoules|terajulio|terajulios'),
  row(
    'kcal',
    'energy',
    0.004184,
    'kcal|kilocalorie|kilocalories|kilokalorie|kilokalorien|kilocaloria|kilocalorias',
  ),
  row(
    'tCO2e',
    'emission',
    1,
    'tco2e|tco2|t co2|tonnes of co2|tonnen co2|tonnes de co2|toneladas de co2|tani za co2',
  ),
  row(
    '°C',
    'temperature',
    1,
    '°c|celsius|centigrade|degrees celsius|degrees c|degree celsius|deg c|grad celsius|degres celsius|grados celsius|grados centigrados|graus celsius|digrii selsiasi',
  ),
  row(
    '°F',
    'temperature',
    5 / 9,
    '°f|fahrenheit|degrees fahrenheit|degrees f|deg f|grad fahrenheit|degres fahrenheit|grados fahrenheit|graus fahrenheit',
    -160 / 9,
  ),
  row('K', 'temperature', 1, 'kelvin|kelvins|kelvini', -273.15),
  row('°', 'temperature', undefined, '°|degrees|degree|deg|grad|degres|grados|graus|nyuzi'),
  row('km/h', 'speed', 1 / 3.6, 'km/h|kmh|kph|stundenkilometer'),
  row('m/s', 'speed', 1, 'm/s'),
  row('mph', 'speed', 0.44704, 'mph'),
  row('mm', 'length', 1e-3, 'mm|millimetre|millimetres|millimeter|milimetro|milimetros|milimita'),
  row('cm', 'length', 1e-2, 'cm|centimetre|centimetres|centimeter|zentimeter'),
  row(
    'km',
    'length',
    1000,
    'km|kms|kilometre|kilometres|kilometer|kilometers|kilometro|kilometros|quilometro|quilometros|kilomita',
  ),
  row('$', 'money', undefined, '$|usd|us$|dollar|dollars|dolar|dolares|dola'),
  row('€', 'money', undefined, '€|eur|euro|euros'),
  row('£', 'money', undefined, '£|gbp'),
  row('KES', 'money', undefined, 'kes|ksh|kshs'),
  row('TZS', 'money', undefined, 'tzs|tsh'),
  row('UGX', 'money', undefined, 'ugx|ush'),
];

/** What stands before a period: `a week`, `pro Tag`, `par jour`. */
const PER_WORDS = new Set(
  '/ per a an each every daily pro je am im die der par chaque por al ao a cada la kwa kila'.split(' '),
);
const PERIODS: ReadonlyMap<string, string> = new Map(
  [
    ['hour', 'hour hr h stunde heure hora saa'],
    ['day', 'day days d tag jour j dia siku'],
    ['week', 'week wk w woche semaine sem semana wiki juma'],
    ['month', 'month mo monat mois mes mwezi'],
    ['year', 'year yr jahr an annee ano mwaka annum'],
    [
      'household',
      'household hh home family haushalt menage famille hogar familia vivienda casa domicilio agregado kaya',
    ],
    ['person', 'person head capita kopf personne tete persona cabeza pessoa cabeca mtu'],
    ['stove', 'stove unit device kocher ofen gerat rechaud estufa cocina fogao jiko'],
  ].flatMap(([name = '', words = '']) => words.split(' ').map((word) => [word, name] as const)),
);
/** Words that say both at once. */
const RATES: ReadonlyMap<string, string> = new Map(
  [
    ['hour', 'hourly stundlich'],
    ['day', 'daily taglich journalier journaliere quotidien diario diaria diariamente diarios'],
    ['week', 'weekly wochentlich hebdomadaire semanal semanales semanais'],
    ['month', 'monthly monatlich mensuel mensuelle mensual mensuales mensal mensais'],
    ['year', 'yearly annual annually jahrlich annuel annuelle anual anuales anuais pa'],
  ].flatMap(([name = '', words = '']) => words.split(' ').map((word) => [word, name] as const)),
);
/** Swahili says the unit first: `kilo tano`. */
const BEFORE: ReadonlySet<string> = new Set(
  'kilo kilogramu gramu tani siku saa dakika lita wiki kg miezi mwezi miaka'.split(' '),
);
/** How many words may stand between a unit and its period: `kg of dry wood a week`. */
const REACH = 4;
const JOINS = new Set('and or with und oder et ou y o e na au but , ; .'.split(' '));

interface UnitPhrase {
  readonly plain: readonly string[];
  readonly unit: Unit;
}

const phrases = indexed();

/** The unit that a word or sign by itself stands for: `kg`, `stunden`, `celsius`. */
export function unitNamed(word: string): Unit | undefined {
  const plain = wordsOf(word).map((one) => one.plain);
  return phrases
    .get(plain[0] ?? '')
    ?.find(
      (phrase) =>
        phrase.plain.length === plain.length && phrase.plain.every((one, step) => one === plain[step]),
    )?.unit;
}

/** The unit whose words begin at a word, and how many words it has. */
export function unitAt(scan: Scan, index: number): { unit: Unit; length: number } | undefined {
  const first = scan.plain(index);
  for (const phrase of phrases.get(first) ?? []) {
    const length = scan.phrase(index, phrase.plain);
    if (length > 0 && !isSymbol(scan, index, length)) {
      return { unit: phrase.unit, length };
    }
  }
  return undefined;
}

/** `mean 5 s = 2`: a letter that a value follows is a symbol; and `l'` is an article. */
function isSymbol(scan: Scan, index: number, length: number): boolean {
  const word = scan.words[index];
  if (word === undefined || length > 1 || word.plain.length > 1 || !/\p{L}/u.test(word.raw)) return false;
  const next = scan.words[index + 1]?.raw ?? '';
  if (/^['’]/u.test(next) && scan.glued(index + 1)) return true;
  return /^[=:≈]/u.test(next) || (/^\p{N}/u.test(next) && !scan.glued(index));
}

/** The unit that stands before a number, as Swahili has it. */
export function unitBefore(scan: Scan, index: number): Unit | undefined {
  const word = scan.plain(index - 1);
  if (!BEFORE.has(word) || (scan.language !== 'sw' && word !== 'kg')) return undefined;
  return unitAt(scan, index - 1)?.unit;
}

/** What a quantity is counted by, from the word behind its unit on: `kg of wood per household per week` says `week`. */
export function perAt(scan: Scan, from: number): string | undefined {
  let index = from;
  let basis: string | undefined;
  for (let skipped = 0; skipped <= REACH; ) {
    const word = scan.plain(index);
    const rate = RATES.get(word);
    if (rate !== undefined) return rate;
    const named = PER_WORDS.has(word) ? periodFrom(scan, index + 1) : undefined;
    if (named !== undefined) {
      if (!['household', 'person', 'stove'].includes(named.name)) return named.name;
      basis ??= named.name;
      index = named.next;
      continue;
    }
    if (word === '' || JOINS.has(word) || /^\p{N}/u.test(word)) return basis;
    index++;
    skipped++;
  }
  return basis;
}

/** `day`, `the day`, `household`, right behind the word for `per`. */
function periodFrom(scan: Scan, index: number): { name: string; next: number } | undefined {
  for (let step = 0; step < 2; step++) {
    const name = PERIODS.get(scan.plain(index + step));
    if (name !== undefined) return { name, next: index + step + 1 };
    if (!PER_WORDS.has(scan.plain(index + step))) return undefined;
  }
  return undefined;
}

function indexed(): Map<string, UnitPhrase[]> {
  const found = new Map<string, UnitPhrase[]>();
  for (const { unit, words } of ROWS) {
    for (const text of words.split('|')) {
      const plain = wordsOf(text).map((word) => word.plain);
      const first = plain[0] ?? '';
      const list = found.get(first);
      if (list === undefined) found.set(first, [{ plain, unit }]);
      else list.push({ plain, unit });
    }
  }
  for (const list of found.values()) list.sort((a, b) => b.plain.length - a.plain.length);
  return found;
}
