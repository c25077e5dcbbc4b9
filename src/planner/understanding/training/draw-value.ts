import type { SlotKind } from '../../../plugin/index.js';
import type { Language } from '../../language/language.js';
import { inWords } from './number-words.js';
import type { Random } from './random.js';
import { COLUMNS, EXTENSIONS, FOLDERS, NAMES, NOTES, PLACES, REGIONS, STEMS } from './sample-texts.js';

const DECIMAL: Readonly<Record<Language, string>> = { en: '.', de: ',', fr: ',', es: ',', pt: ',', sw: '.' };
const GROUP: Readonly<Record<Language, string>> = { en: ',', de: '.', fr: ' ', es: '.', pt: '.', sw: ',' };
const THOUSAND: Readonly<Record<Language, string>> = {
  en: ' thousand',
  de: ' Tsd.',
  fr: ' mille',
  es: ' mil',
  pt: ' mil',
  sw: 'k',
};
const PERCENT: Readonly<Record<Language, readonly string[]>> = {
  en: [' percent', ' per cent', ' pct'],
  de: [' Prozent'],
  fr: [' pour cent'],
  es: [' por ciento'],
  pt: [' por cento'],
  sw: [' asilimia'],
};
const OUT_OF: Readonly<Record<Language, readonly string[]>> = {
  en: [' in ', ' out of ', ' in every '],
  de: [' von '],
  fr: [' sur '],
  es: [' de cada '],
  pt: [' em cada '],
  sw: [' kati ya '],
};
const LETTERS = [...'abcdefghkmnpqrstuvwxyz23456789'];

/** The text of a value of a kind, as somebody might write it in the language. */
export function drawValue(kind: SlotKind, random: Random, language: Language): string {
  switch (kind) {
    case 'count':
      return drawCount(random, language);
    case 'small':
      return random.chance(0.25) ? inWords(random.int(2, 15), language) : String(random.int(2, 60));
    case 'share':
      return drawShare(random, language);
    case 'pair':
      return drawPair(random, language);
    case 'mass':
      return drawMass(random, language);
    case 'quantity':
      return (
        decimal(random.int(3, 160) / 10, language) + random.pick(['', '', ' kWh', ' h', ' kg', ' MJ', ' l'])
      );
    case 'number':
      return decimal(random.pick([1.645, 1.96, 2.576, 0.4, 0.75, 1.5, 2, 3]), language);
    case 'seed':
      return String(random.chance(0.4) ? random.int(20_200_101, 20_291_231) : random.int(1, 99_999));
    case 'days':
      return random.chance(0.3) ? inWords(random.int(2, 14), language) : String(random.int(2, 16));
    case 'year':
      return String(random.int(2015, 2031));
    case 'path':
      return drawPath(random, random.pick(EXTENSIONS));
    case 'csv':
      return drawPath(random, random.pick(['csv', 'csv', 'xlsx']));
    case 'folder':
      return drawFolder(random);
    case 'glob':
      return random.pick(['*.', '**/*.', `${random.pick(FOLDERS)}/*.`]) + random.pick(EXTENSIONS);
    case 'did':
      return `did:${random.pick(['ixo', 'key', 'web', 'x', 'ixo:entity'])}:${letters(random, random.int(8, 30))}`;
    case 'address':
      return `ixo1${letters(random, random.int(20, 38))}`;
    case 'url':
      return `https://${random.pick(STEMS)}.example.org/${random.pick(FOLDERS)}`;
    case 'email':
      return `${random.pick(NAMES).toLowerCase()}@example.org`;
    case 'phone':
      return random.pick(['+254 722 318 004', '0722 555 018', '+49 170 555 0187']);
    case 'id':
      return drawId(random);
    case 'date':
      return drawDate(random, language);
    case 'period':
      return random.pick(['2023-Q4', '2024-H1', '2024', 'Q3', 'P2', '1', '2', '3', '2023-H2', 'MP-2']);
    case 'place':
      return typed(random.chance(0.5) ? random.pick(PLACES) : random.pick(REGIONS[language]), random);
    case 'name':
      return typed(random.pick(NAMES), random);
    case 'column':
      return random.pick(COLUMNS);
    case 'text':
      return random.pick(NOTES[language]);
  }
}

/** A name as it is typed on a phone: often without capitals. */
function typed(name: string, random: Random): string {
  return random.chance(0.3) ? name.toLowerCase() : name;
}

function drawCount(random: Random, language: Language): string {
  const value = random.chance(0.5) ? random.int(3, 140) * 100 : random.int(40, 19_000);
  const kind = random.next();
  if (kind < 0.1) return inWords(Math.max(1, Math.round(value / 100)) * 100, language);
  if (kind < 0.15) return `${decimal(Math.max(1, Math.round(value / 100)) / 10, 'en')}k`;
  if (kind < 0.2 && value >= 1000) return `${Math.round(value / 1000)}${THOUSAND[language]}`;
  const digits = String(value);
  if (digits.length < 4 || random.chance(0.25)) return digits;
  return digits.slice(0, -3) + GROUP[language] + digits.slice(-3);
}

function drawShare(random: Random, language: Language): string {
  if (random.chance(0.15)) return drawPart(random, language);
  const percent = random.chance(0.15)
    ? random.int(2, 195) / 2
    : random.pick([5, 8, 10, 12, 15, 20, 25, 40, 60, 70, 75, 80, 85, 90, 95, 99]);
  const kind = random.next();
  if (kind < 0.18) return decimal(percent / 100, language);
  if (kind < 0.28 && Number.isInteger(percent))
    return inWords(percent, language) + random.pick(PERCENT[language]);
  if (language === 'sw' && kind < 0.6) return `asilimia ${decimal(percent, language)}`;
  if (kind < 0.4) return decimal(percent, language) + random.pick(PERCENT[language]);
  return decimal(percent, language) + (random.chance(0.3) ? ' %' : '%');
}

/** `3 out of 4`, `one in ten`. */
function drawPart(random: Random, language: Language): string {
  const whole = random.pick([4, 5, 8, 10, 20]);
  const part = random.int(1, whole - 1);
  const between = random.pick(OUT_OF[language]);
  return random.chance(0.4)
    ? inWords(part, language) + between + inWords(whole, language)
    : `${part}${between}${whole}`;
}

function drawPair(random: Random, language: Language): string {
  const [a, b] = [random.pick([90, 90, 95, 95, 80, 99]), random.pick([10, 10, 5, 15, 20])];
  if (random.chance(0.08)) return `${inWords(a, language)} ${inWords(b, language)}`;
  return random.pick([`${a}/${b}`, `${a}/${b}`, `${a}/${b}`, `${a} / ${b}`, `${a}-${b}`]);
}

function drawMass(random: Random, language: Language): string {
  const kind = random.next();
  if (kind < 0.1) return `${random.int(600, 5000)} g`;
  if (kind < 0.16) return `${decimal(random.int(5, 40) / 10, language)} t`;
  const value = random.int(5, 140) / 10;
  if (language === 'sw' && random.chance(0.6)) return `kilo ${value}`;
  return decimal(value, language) + random.pick([' kg', 'kg', ' kg', ' kilos', '']);
}

function drawPath(random: Random, extension: string): string {
  const folder = random.chance(0.75) ? `${drawFolder(random)}/` : random.pick(['', '', '/']);
  return `${folder}${random.pick(STEMS)}${random.chance(0.2) ? random.int(1, 30) : ''}.${extension}`;
}

function drawFolder(random: Random): string {
  const root = random.chance(0.5) ? '/' : '';
  const inner = random.chance(0.3) || root === '' ? `/${random.pick(FOLDERS)}` : '';
  return `${root}${random.pick(FOLDERS)}${inner}`;
}

function drawId(random: Random): string {
  return random.pick([
    `D-${random.int(100, 999)}`,
    `design-${random.int(1, 40)}`,
    `design-${letters(random, 8)}`,
    `#${random.int(10, 999)}`,
    `${random.pick(['MW', 'NPL', 'K', 'HH'])}-${random.int(1, 99)}`,
    String(random.int(10, 999)),
  ]);
}

function drawDate(random: Random, language: Language): string {
  const [day, month, year] = [random.int(1, 28), random.int(1, 12), random.int(2023, 2026)];
  const two = (value: number) => String(value).padStart(2, '0');
  const slashed =
    language === 'de' ? `${two(day)}.${two(month)}.${year}` : `${two(day)}/${two(month)}/${year}`;
  return random.pick([`${year}-${two(month)}-${two(day)}`, slashed]);
}

function decimal(value: number, language: Language): string {
  return String(Math.round(value * 1000) / 1000).replace('.', DECIMAL[language]);
}

function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(LETTERS)).join('');
}
