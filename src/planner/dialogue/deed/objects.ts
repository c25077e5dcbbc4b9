import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import type { TextMention } from '../../reading/reading.js';
import { BEFORE_ORDER, DO, isOf } from '../consent/polarity.js';
import { withoutCourtesy } from '../planning/signs.js';
import { isKind, isSmall, type NamePlace, type SaidPart } from './name-places.js';

/** What a message says of the names in it, as far as a deed goes. */
export interface Objects {
  /** What the deed is done to. */
  readonly objects: readonly NamePlace[];
  /** What stands beside it in the part that orders the deed: `from /archive`, `the third line of /a.md`. */
  readonly beside: readonly NamePlace[];
  /** What is spoken of elsewhere, and not pointed at. */
  readonly apart: readonly NamePlace[];
}

/** Words that point at one thing that was named, and at several. */
const ONE =
  /^(?:it|this|that|one|es|ihn|sie|diese[sr]?|das|dies|le|la|l|celui|celle|lo|este|esta|esto|isso|isto|hiyo|hii|hicho)$/u;
const SEVERAL =
  /^(?:them|these|those|both|all|everything|sie|diese|beide|alle|les|ceux|celles|tous|los|las|estos|estas|ambos|todos|os|as|estes|estas|zote|hizo|hivi|vyote)$/u;
/** Spanish and Portuguese write what they point at behind the verb: `bórralo`, `apaga-os`. */
const ENCLITIC = /(?:[aeio]|ar|er|ir)-?(l[oa]s?|n?[oa]s?)$/u;

/**
 * Which names of a message its deed is done to: those in the part that orders it, behind its verb and not behind a small word
 * that makes them the place or the owner of what is meant; and those that this part points at, as `it`. Undefined where no part
 * says the deed.
 */
export function objectsOf(
  parts: readonly SaidPart[],
  candidate: Candidate,
  text: TextModel,
): Objects | undefined {
  const orders = ordersOf(parts, candidate, text);
  if (orders.length === 0) return undefined;
  const inside = orders.flatMap(({ names }) => names);
  const pointed = orders.flatMap((order) => pointedAt(order, parts, orders, candidate, text));
  const isObject = (place: NamePlace) => place.lead === undefined;
  return {
    objects: [...inside.filter(isObject), ...pointed],
    beside: inside.filter((place) => !isObject(place)),
    apart: parts.flatMap(({ names }) =>
      names.filter((place) => !inside.includes(place) && !pointed.includes(place)),
    ),
  };
}

/** The parts that order a deed: those that begin with it, else those that say it at all. */
export function ordersOf(
  parts: readonly SaidPart[],
  candidate: Candidate,
  text: TextModel,
): readonly SaidPart[] {
  const headOf = ({ words }: SaidPart) =>
    withoutCourtesy(words).find((word) => !BEFORE_ORDER.has(word.plain));
  const headed = parts.filter((part) => {
    const head = headOf(part);
    return head !== undefined && !DO.has(head.plain) && isOf(head, candidate, text);
  });
  if (headed.length > 0) return headed;
  return parts.filter(({ words }) => words.some((word) => isOf(word, candidate, text)));
}

/** Names before a part that it points at; one that has no object of its own and names no other goes on with them. */
function pointedAt(
  order: SaidPart,
  parts: readonly SaidPart[],
  orders: readonly SaidPart[],
  candidate: Candidate,
  text: TextModel,
): readonly NamePlace[] {
  if (order.names.some(({ lead }) => lead === undefined)) return [];
  const said = order.words.filter((word) => !isOf(word, candidate, text) || ENCLITIC.test(word.plain));
  const isOne = said.some(
    ({ plain }) => ONE.test(plain) || /(?:lo|la)$/u.test(ENCLITIC.exec(plain)?.[1] ?? ''),
  );
  const isSeveral = said.some(
    ({ plain }) => SEVERAL.test(plain) || /s$/u.test(ENCLITIC.exec(plain)?.[1] ?? ''),
  );
  const isOther = withoutCourtesy(said).some(
    (word) => !isSmall(word) && !isKind(word) && !isOf(word, candidate, text),
  );
  if (!isOne && !isSeveral && isOther) return [];
  const before = parts.slice(0, parts.indexOf(order)).filter((part) => !orders.includes(part));
  const nearest = before.findLast(({ names }) => names.length > 0);
  if (nearest === undefined) return [];
  const all = isSeveral
    ? before.filter(({ sentence }) => sentence === nearest.sentence).flatMap(({ names }) => names)
    : nearest.names;
  const objects = all.filter(({ lead }) => lead === undefined);
  const meant = objects.length > 0 ? objects : all;
  // Which of several `it` is meant nobody can tell.
  return isOne && !isSeveral && meant.length > 1 ? [] : meant;
}

/** Whether a name is of these places. */
export function isAt(value: string, places: readonly NamePlace[]): boolean {
  return places.some(({ mention }) => isSameName(mention, value));
}

export function isSameName({ value, raw }: TextMention, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/^[~./#]+|\/+$/gu, '');
  return plain(value) === plain(other) || plain(raw) === plain(other);
}
