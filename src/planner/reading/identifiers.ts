import type { TextMention } from './reading.js';

type Kind = TextMention['type'];

const PATTERNS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['url', /(?<![\p{L}\p{N}])(?:https?|wss?|ftp|ipfs|s3):\/\/[^\s<>"'`“”«»]+/giu],
  ['did', /(?<![\p{L}\p{N}])did:[a-z0-9]{1,40}:[A-Za-z0-9._:%/#?=-]+/gu],
  // What a DID is called without its first part: `ixo:entity:77ae01`.
  [
    'id',
    /(?<![\p{L}\p{N}:])[a-z][a-z0-9]{1,20}:[a-z]{2,20}:(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{4,80}(?![\p{L}\p{N}:])/gu,
  ],
  ['email', /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?![\w])/gu],
  // bech32: a short prefix, `1`, then the account; and hexadecimal addresses.
  [
    'address',
    /(?<![\p{L}\p{N}_/.-])(?:[a-z]{2,16}1[02-9ac-hj-np-z]{32,80}|(?:ixo|cosmos|osmo)(?:valoper|valcons)?1[a-z0-9]{5,80}|0x[0-9a-fA-F]{40})(?![\p{L}\p{N}_])/gu,
  ],
  ['time', /(?<![\p{L}\p{N}:.])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?(?![\p{L}\p{N}:])/giu],
];

/** A UUID, bare or behind the name of its kind: `design-0b9f6d2e-…`. */
const UUID =
  /(?<![\p{L}\p{N}_-])(?:[A-Za-z]{2,20}[_-])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}_-])/giu;
/** Letters and figures in one word: `design-1`, `dsn_01h9x`, `HH-2024-001`, `bafy2bza`, `#12`. */
const CODE =
  /(?<![\p{L}\p{N}_.,/#-])(?:#\d{1,12}(?![\p{L}\p{N}])|[\p{L}\p{N}]{1,80}(?:[_-][\p{L}\p{N}]{1,80}){0,12}(?![\p{L}\p{N}_/-]|\.\p{N}))/gu;

const PHONE =
  /(?<![\p{L}\p{N}.,+]|\p{N}[ -])(?:\+\d{1,3}(?:[ -]?\d{2,4}){2,5}|0[1-9]\d{1,3}[ -]\d{3}[ -]?\d{3,4}|07\d{8})(?![\p{N}\p{L}]|[.,]\p{N})/gu;
/** Behind one of these any long row of figures is a telephone number. */
const PHONE_LABEL =
  /(?<![\p{L}\p{N}])(?:tel|cel|phone|mobile|mob|whatsapp|simu|telefon|telephone|telefono|telefone)\.?:?\s?(\d[\d -]{5,16}\d)(?!\d)/giu;

/** Links, identifiers, addresses, times of day and telephone numbers of a text. */
export function findIdentifiers(
  text: string,
  isFree: (start: number, end: number) => boolean,
): TextMention[] {
  const found: TextMention[] = [];
  const taken = new Uint8Array(text.length);
  const push = (type: Kind, raw: string, start: number, value = raw) => {
    const end = start + raw.length;
    if (raw === '' || taken.subarray(start, end).includes(1) || !isFree(start, end)) return;
    taken.fill(1, start, end);
    found.push({ type, value, start, end, raw });
  };
  for (const [kind, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) push(kind, withoutEnd(match[0]), match.index);
  }
  for (const match of text.matchAll(UUID)) push('id', match[0], match.index);
  for (const match of text.matchAll(PHONE)) push('phone', match[0], match.index);
  for (const match of text.matchAll(PHONE_LABEL)) {
    const raw = match[1] ?? '';
    push('phone', raw, match.index + match[0].length - raw.length);
  }
  for (const match of text.matchAll(CODE)) if (isCode(match[0])) push('id', match[0], match.index);
  return found.sort((a, b) => a.start - b.start);
}

/** The sign that ends a sentence is no part of what stands before it. */
export function withoutEnd(raw: string): string {
  return raw.replace(/[.,;:!?)\]}'"’”»>…]+$/u, '');
}

/** `1st`, `10x`, `3-day`, `95-5`, `Q1`, `n0`, `CO2`, `5kg`, `12k` and `2024-Q1` are numbers, symbols or periods. */
function isCode(raw: string): boolean {
  if (raw.startsWith('#')) return true;
  if (!/\p{N}/u.test(raw) || !/\p{L}/u.test(raw) || /[²³½¼¾]/u.test(raw)) return false;
  if (/^\d+-?\p{L}+(?:-\p{L}+)*$/u.test(raw)) return false;
  if (/^\p{L}{1,4}\d{1,2}$/u.test(raw))
    return /^[A-Z]{1,4}\d{1,2}$/u.test(raw) && !/^(?:N|X|P|Z|S|T|H|CO|Q|PM)\d{1,2}$/u.test(raw);
  if (/^(?:\d{4}-)?[qh][1-4](?:-?\d{4})?$/iu.test(raw) || /^t?co2e?(?:eq)?$/iu.test(raw)) return false;
  // A word glued to its figure: `sd2`, `mean5000`, `stove2`, or a name with words on both sides.
  return !/^\p{L}{1,12}\d{1,4}\p{L}{0,3}$/u.test(raw) || /^[A-Z]+\d+$/u.test(raw) || /[_-]/u.test(raw);
}
