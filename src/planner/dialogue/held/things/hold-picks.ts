import type { Candidate } from '../../../choosing/candidates.js';
import { conceptsAt } from '../../../language/concepts.js';
import { fold, foldInPlace } from '../../../language/fold.js';
import { isSmallWord } from '../../../language/language-of.js';
import { words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { createReader } from '../../../understanding/reader.js';
import { isWhole, type PlannedCall } from '../../planning/planned-call.js';
import { withoutSignature } from '../../prose/without-signature.js';

/** Words that pick some out of all, as they are folded; `*` stands for any end of a word. */
const PICKING =
  'failed failing unsuccessful successful received incoming outgoing paused open closed expired pending frozen unpaid paid ' +
  'oldest earliest first smallest lowest highest largest biggest cheapest richest poorest low high big small large cheap rich poor ' +
  'fehlgeschlagen* gescheitert* erfolgreich* empfangen* eingehend* ausgehend* pausiert* offen offene offener offenen offenes geschlossen* abgelaufen* ' +
  'altest* kleinst* niedrigst* hochst* grosst* billigst* ' +
  'echou* reussi* recu recus recue recues entrant* sortant* ferme* ouvert* expire* ' +
  'fallid* exitos* recibid* saliente* pausad* cerrad* abiert* vencid* ' +
  'falhad* recebid* fechad* abert* expirad*';
const PICKS = new RegExp(`^(?:${PICKING.replaceAll('*', '\\p{L}*').split(' ').join('|')})$`, 'u');
/** `which validators do not sign`, `die nicht unterschreiben`: a question for those of which something is denied. */
const DENIED =
  /(?<![\p{L}\p{N}])(?:which|who|what|that|those|welche[rns]?|wer|die|der|das|qui|quel(?:le)?s?|que|quien(?:es)?|quais|quem|ambazo|ambao|ambayo)(?![\p{L}\p{N}])[^.?!,;]{0,60}?(?<![\p{L}\p{N}])((?:not|never|nicht|nie|pas|jamais|no|nunca|nao)\s+\p{L}{3,}(?:\s+\p{L}+)?)/u;
/** What stands behind a value in one breath with it: `uixo and uusdc`. */
const JOINED = /^\s*(?:,|&|and|or|und|oder|et|ou|y|o|e|na|au|minus|plus)\s+([\p{L}\p{N}][^\s,;?!]*)/u;

/**
 * What is read, held to the words that pick some out of all and to the addresses that the message gives: what none of its
 * values took is named beside the answer, which is not about it.
 */
export function holdPicks(call: PlannedCall, message: string, calls: readonly PlannedCall[]): PlannedCall {
  const { candidate, agreed, unused } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || !isWhole(call)) return call;
  const text = withoutSignature(message);
  if (text.length > LONGEST) return call;
  const known = new Set([...choiceWordsOf(candidate), ...candidate.exampleWords]);
  // What another call of the same message took is used.
  const given = JSON.stringify(calls.map(({ args }) => args));
  const picked = words(text).flatMap((word) =>
    PICKS.test(word.plain) &&
    !known.has(word.plain) &&
    !given.includes(word.text) &&
    !(isVerb(word.text) && ORDERS.test(text.slice(0, word.start)))
      ? [word.text]
      : [],
  );
  const reader = createReader();
  const named = reader
    .read(text, reader.languageOf(text))
    .mentions.flatMap((mention) =>
      (mention.type === 'address' || mention.type === 'did') && !given.includes(mention.raw)
        ? [mention.raw]
        : [],
    );
  const left = [...picked, ...named, ...deniedIn(text, call), ...joinedTo(text, call, known, given)].filter(
    (one) => !unused.some((other) => other.includes(one)),
  );
  return left.length === 0 ? call : { ...call, unused: [...unused, ...left] };
}

/** Behind these a word that may be a verb is one: `open it and`, `please open`. */
const ORDERS = /(?:^|[.;:!,]|\b(?:please|and|then|to|you|now|just))\s*$/iu;

function isVerb(word: string): boolean {
  return conceptsAt(wordsOf(word), 'en')
    .flat()
    .some((concept) => concept.startsWith('verb.'));
}

/** What the question denies, where no choice can hold it. */
function deniedIn(text: string, { candidate, args }: PlannedCall): string[] {
  const isChosen = rootLeaves(fieldsOf(candidate.tool.parameters)).some(
    ({ kind, path }) => (kind === 'enum' || kind === 'boolean') && getPath(args, path) !== undefined,
  );
  const found = isChosen ? null : DENIED.exec(foldInPlace(text));
  const denied = found?.[1];
  if (found === null || denied === undefined) return [];
  const end = found.index + found[0].length;
  return [text.slice(end - denied.length, end)];
}

/** Words that are joined to a value and are none. */
function joinedTo(
  text: string,
  { candidate, args }: PlannedCall,
  known: ReadonlySet<string>,
  given: string,
): string[] {
  const values = rootLeaves(fieldsOf(candidate.tool.parameters)).flatMap(({ kind, path }) => {
    const value = kind === 'string' ? getPath(args, path) : undefined;
    return typeof value === 'string' && value.length > 1 && text.includes(value) ? [value] : [];
  });
  return values.flatMap((value) => {
    const from = text.lastIndexOf(value) + value.length;
    const other = JOINED.exec(text.slice(from))?.[1]?.replace(/[.:]+$/u, '');
    const [word] = words(other ?? '');
    const isOrdinary =
      word === undefined ||
      word.stop ||
      isSmallWord(word.plain) ||
      known.has(word.plain) ||
      candidate.terms.has(word.stem) ||
      isVerb(word.text);
    return other === undefined || isOrdinary || given.includes(other) ? [] : [other];
  });
}

/** What is longer asks for more than a list. */
const LONGEST = 200;

/** The words by which a tool's choices are called, each by itself. */
function choiceWordsOf({ tool }: Candidate): string[] {
  return rootLeaves(fieldsOf(tool.parameters)).flatMap(({ choices, values }) =>
    [...choices, ...[...values.values()].flat()].flatMap((name) => fold(name).split(/[^\p{L}]+/u)),
  );
}
