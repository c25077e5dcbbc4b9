import type { Language } from '../../language/language.js';

interface Words {
  /** 0 to 19; Swahili to 10. */
  readonly small: readonly string[];
  readonly tens: readonly string[];
  readonly hundreds: (digit: number, word: string) => string;
  readonly thousand: (word: string) => string;
  readonly join: string;
  readonly afterHundred: string;
}

const list = (text: string) => text.split(' ');
const tens = (text: string) => ['', '', ...list(text)];

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    small: list(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    ),
    tens: tens('twenty thirty forty fifty sixty seventy eighty ninety'),
    hundreds: (_, word) => `${word} hundred`,
    thousand: (word) => `${word} thousand`,
    join: ' ',
    afterHundred: ' and ',
  },
  de: {
    small: list(
      'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    ),
    tens: tens('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
    hundreds: (_, word) => `${word}hundert`,
    thousand: (word) => `${word}tausend`,
    join: 'und',
    afterHundred: '',
  },
  fr: {
    small: list(
      'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    ),
    tens: tens('vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt'),
    hundreds: (digit, word) => (digit === 1 ? 'cent' : `${word} cents`),
    thousand: (word) => (word === 'un' ? 'mille' : `${word} mille`),
    join: '-',
    afterHundred: ' ',
  },
  es: {
    small: list(
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    ),
    tens: tens('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
    hundreds: (digit) =>
      list(
        'cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
      )[digit - 1] ?? '',
    thousand: (word) => (word === 'uno' ? 'mil' : `${word} mil`),
    join: ' y ',
    afterHundred: ' ',
  },
  pt: {
    small: list(
      'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove',
    ),
    tens: tens('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
    hundreds: (digit) =>
      list('cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos')[
        digit - 1
      ] ?? '',
    thousand: (word) => (word === 'um' ? 'mil' : `${word} mil`),
    join: ' e ',
    afterHundred: ' e ',
  },
  sw: {
    small: list('sifuri moja mbili tatu nne tano sita saba nane tisa kumi'),
    tens: tens('ishirini thelathini arobaini hamsini sitini sabini themanini tisini'),
    hundreds: (_, word) => `mia ${word}`,
    thousand: (word) => `elfu ${word}`,
    join: ' na ',
    afterHundred: ' na ',
  },
};

/** A whole number from 0 to 999,999 as it is said. */
export function inWords(value: number, language: Language): string {
  if (value < 1000) return belowThousand(value, language);
  const words = WORDS[language];
  const rest = value % 1000;
  const head = words.thousand(belowThousand(Math.floor(value / 1000), language));
  return rest === 0 ? head : `${head}${language === 'de' ? '' : ' '}${belowThousand(rest, language)}`;
}

function belowThousand(value: number, language: Language): string {
  const words = WORDS[language];
  const small = words.small[value];
  if (small !== undefined) return small;
  if (value < 100) return belowHundred(value, language, words);
  const digit = Math.floor(value / 100);
  const rest = value % 100;
  const head = words.hundreds(digit, words.small[digit] ?? '');
  return rest === 0 ? head : `${head}${words.afterHundred}${belowThousand(rest, language)}`;
}

function belowHundred(value: number, language: Language, words: Words): string {
  const ten = Math.floor(value / 10);
  const one = value % 10;
  if (language === 'sw' && ten === 1) return `kumi na ${words.small[one] ?? ''}`;
  const head = words.tens[ten] ?? '';
  if (language === 'fr' && (ten === 7 || ten === 9)) return `${head}-${words.small[one + 10] ?? ''}`;
  const tail = words.small[one] ?? '';
  if (one === 0) return head;
  return language === 'de' ? `${tail}${words.join}${head}` : `${head}${words.join}${tail}`;
}
