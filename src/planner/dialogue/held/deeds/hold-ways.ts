import { escapePattern } from '../../../../kit/index.js';
import { foldInPlace } from '../../../language/fold.js';
import type { Language } from '../../../language/language.js';
import { languageOf } from '../../../language/language-of.js';
import { words } from '../../../language/tokenize.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential } from '../../consent/consent.js';
import { wayOf } from '../../deed/ways.js';
import type { PlannedCall } from '../../planning/planned-call.js';

const LONGEST = 400;
/** What fields are called that say where something comes from, and where it goes. */
const SOURCE = /^(?:from|source|sender|payer|debtor|old path)$/u;
const TARGET = /^(?:to|target|destination|recipient|payee|new path)$/u;
/** These say whom something is for where they lead to somebody. */
const FOR = /^(?:for|fur|pour|para|kwa)$/u;

/** How a value stands in the message. */
interface Stand {
  readonly start: number;
  readonly end: number;
  readonly way: 'source' | 'target' | undefined;
  /** Another small word leads to it, or one that names another thing: `with /b.md`, `to the end of /b.md`. */
  readonly isOther: boolean;
}

/**
 * Changing calls with a source and a target, held to the small words that say which is which: of `into /b move /a` the first is
 * the target, of `500 to Juma from Amina` the last the source. Where the words say neither, or something else, as `to the end of
 * /b`, it is asked.
 */
export function holdWays(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, taught, args } = call;
  if (agreed === true || taught === true || !isConsequential(candidate.tool) || message.length > LONGEST)
    return call;
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(({ kind }) => kind === 'string');
  const called = (names: RegExp) =>
    leaves.filter(({ name, aliases }) => [name, ...aliases].some((one) => names.test(one)));
  const [source, anotherSource] = called(SOURCE);
  const [target, anotherTarget] = called(TARGET);
  if (source === undefined || target === undefined || source === target) return call;
  if (anotherSource !== undefined || anotherTarget !== undefined) return call;
  const [from, to] = [getPath(args, source.path), getPath(args, target.path)];
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return call;
  const language = languageOf(message);
  const [s, t] = [standOf(from, to, message, language), standOf(to, from, message, language)];
  if (s === undefined || t === undefined) return call;
  const isTurned =
    !s.isOther &&
    !t.isOther &&
    ((s.way === 'target' && t.way !== 'target') || (t.way === 'source' && s.way !== 'source'));
  if (isTurned)
    return {
      ...call,
      args: withPath(withPath(args, source.path, to), target.path, from),
      band: 'likely',
      unsettled: true,
    };
  // Two paths in a row are from and to, as in a shell; any others need a word.
  const between = message.slice(Math.min(s.end, t.end), Math.max(s.start, t.start));
  const isRow = /[/.]/u.test(from + to) && /^\s+[~./]*$/u.test(between);
  const isBare = s.way === undefined && t.way === undefined && !isRow;
  const open = [
    ...(s.isOther || s.way === 'target' || isBare ? [source] : []),
    ...(t.isOther || t.way === 'source' || isBare ? [target] : []),
  ];
  return open.length === 0 ? call : opened(call, open);
}

function opened(call: PlannedCall, fields: readonly Field[]): PlannedCall {
  const missing = fields.filter((field) => !call.missing.includes(field));
  return {
    ...call,
    args: fields.reduce((args, { path }) => withoutPath(args, path), call.args),
    missing: [...call.missing, ...missing],
    band: 'likely',
    unsettled: true,
  };
}

/** How a value stands in the message; undefined where it does not. */
function standOf(value: string, other: string, message: string, language: Language): Stand | undefined {
  const place = placeIn(message, value);
  if (place === undefined) return undefined;
  const before = placeIn(message, other)?.end ?? 0;
  const stops = [...message.slice(0, place.start).matchAll(/[,;:.!?](?=\s)/gu)].map(({ index }) => index + 1);
  const from = Math.max(before <= place.start ? before : 0, ...stops);
  const lead = words(message.slice(from, place.start));
  const ways = lead.flatMap(({ plain }) =>
    FOR.test(plain)
      ? ['target' as const]
      : OF.test(plain)
        ? ['source' as const]
        : (wayOf(plain, language) ?? []),
  );
  // `make a folder /b and put /a into it`
  const pointed = before > place.end && THERE.test(foldInPlace(message.slice(before)));
  return {
    ...place,
    way: ways.at(-1) ?? (pointed ? 'target' : undefined),
    isOther: lead.some(({ plain }) => PART_OF_FILE.test(plain)),
  };
}

/** `a copy of /a` comes from it. */
const OF = /^of$/u;
/** Points at a place that was named before. */
const THERE =
  /(?<!\p{L})(?:(?:in|into|to|under) (?:it|that|this)|there|dorthin|dahin|hinein|dedans|y|dentro|alli|ahi|la|huko|humo|ndani yake)(?!\p{L})/u;

/** What a file has: the deed is done to a part of it, or at a place of it. */
export const PART_OF_FILE =
  /^(?:text|content|contents|line|lines|part|end|start|beginning|top|bottom|place|side|with|by|next|where|instead|inhalt|zeile|ende|anfang|stelle|mit|durch|neben|wo|contenu|texte|ligne|fin|debut|cote|avec|par|contenido|texto|linea|final|principio|lugar|lado|con|por|donde|conteudo|linha|fim|inicio|com|onde|maandishi|mstari|mwisho|mwanzo|mahali)$/u;

function placeIn(
  message: string,
  value: string,
): { readonly start: number; readonly end: number } | undefined {
  const bare = value.replace(/^[~./]+/u, '');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(bare)}(?![\\p{L}\\p{N}])`, 'iu').exec(message);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}
