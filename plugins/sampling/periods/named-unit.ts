/** What a name says that numbers are measured in. */
export interface NamedUnit {
  readonly of: 'time' | 'mass' | 'energy' | 'volume' | 'money' | 'persons' | 'emissions';
  /** Of the smallest unit of its kind here: seconds, grams, watt hours, millilitres. */
  readonly size: number;
}

/** Words for units, in the languages of the page, as they stand in the heads of columns. */
const UNITS: readonly (readonly [NamedUnit['of'], number, RegExp])[] = [
  ['time', 1, /^(?:s|secs?|seconds?|sekunden?|secondes?|segundos?|sekunde)$/],
  ['time', 60, /^(?:m|mins?|minutes?|minuten?|minutos?|dakika)$/],
  ['time', 3600, /^(?:h|hrs?|hours?|std|stunden?|heures?|horas?|saa|masaa)$/],
  ['time', 86_400, /^(?:d|days?|tage?|jours?|d[ií]as?|siku)$/],
  ['mass', 1, /^(?:g|gr|gram(?:me)?s?|gramos?|gramas?|gramm|gramu)$/],
  ['mass', 1000, /^(?:kg|kgs|kilos?|kilogram(?:me)?s?|kilogramos?|kilogramm|kilogramas?)$/],
  ['energy', 1, /^(?:wh)$/],
  ['energy', 1000, /^(?:kwh)$/],
  ['energy', 277.8, /^(?:mj)$/],
  ['volume', 1, /^(?:ml)$/],
  ['volume', 1000, /^(?:l|lit(?:er|re)s?|litros?|lita)$/],
  [
    'money',
    1,
    /^(?:usd|eur|kes|tzs|ugx|rwf|inr|ngn|ghs|mxn|brl|costs?|prices?|kosten|preis|co[uû]ts?|prix|precios?|pre[cç]os?|bei|gharama)$/,
  ],
  ['persons', 1, /^(?:persons?|people|personen|personnes?|personas?|pessoas?|watu|members?|adults?)$/],
  ['emissions', 1, /^(?:t?co|tco₂|co₂e?|emissions?|[ée]missions?|emisiones|emiss[oõ]es|emissionen)$/],
];
/** Of what nobody monitors as a value. */
const NO_VALUES: readonly NamedUnit['of'][] = ['money', 'persons', 'emissions'];

/** Whether the name of a column says that it is of another thing than that of the values: money beside hours. */
export function isOfOtherUnit(valueName: string, otherName: string): boolean {
  const [own, other] = [unitNamed(valueName), unitNamed(otherName)];
  if (other === undefined) return false;
  return own === undefined ? NO_VALUES.includes(other.of) : own.of !== other.of;
}

/** The unit that a name has a word for; undefined for none, and for several. */
export function unitNamed(name: string): NamedUnit | undefined {
  const found = new Map<string, NamedUnit>();
  for (const word of wordsOfName(name))
    for (const [of, size, words] of UNITS) if (words.test(word)) found.set(`${of} ${size}`, { of, size });
  const [only, ...more] = found.values();
  return more.length === 0 ? only : undefined;
}

/** The words of the name of a column, small: `hoursMeasured (raw)` has three. */
function wordsOfName(name: string): string[] {
  return name
    .normalize('NFC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}%]+/u)
    .filter((word) => word !== '');
}

/** Words for what was found, before anybody made something else of it. */
const FOUND =
  /^(?:raw|measured|logged|recorded|reported|real|actual|original|observed|found|field|roh\p{L}*|gemessen\p{L}*|echt\p{L}*|brut\p{L}*|mesur\p{L}*|r[ée]el\p{L}*|relev[ée]\p{L}*|medid\p{L}*|crud[oa]s?|original\p{L}*|halisi|value|of|the|per|day|a|von|am|pro|tag|de|du|par|jour|por|d[ií]a|dia|kwa|siku)$/u;

/** Whether the name of a column has a word of another one, and besides these alone that its values were found: `hours_measured`. */
export function isNamedAsFound(name: string, other: string): boolean {
  const words = new Set(wordsOfName(other));
  const own = wordsOfName(name);
  return own.some((word) => words.has(word)) && own.every((word) => words.has(word) || FOUND.test(word));
}
