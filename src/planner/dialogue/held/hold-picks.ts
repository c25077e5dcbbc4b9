import type { Candidate } from '../../candidates.js';
import { fold } from '../../language/fold.js';
import { rootLeaves } from '../../leaves.js';
import { fieldsOf } from '../../schema-fields.js';
import { words } from '../../tokenize.js';
import { createReader } from '../../understanding/reader.js';
import { isWhole, type PlannedCall } from '../planned-call.js';
import { withoutSignature } from '../without-signature.js';

/**
 * Words that pick some out of all, as they are folded: of `failed transactions` a list of all is no answer by itself.
 */
const PICKS =
  /^(?:failed|failing|unsuccessful|successful|received|incoming|outgoing|paused|open|closed|expired|pending|frozen|unpaid|paid|oldest|earliest|first|smallest|lowest|highest|largest|biggest|cheapest|richest|poorest|low|high|big|small|large|cheap|rich|poor|fehlgeschlagen\p{L}*|gescheitert\p{L}*|erfolgreich\p{L}*|empfangen\p{L}*|eingehend\p{L}*|ausgehend\p{L}*|pausiert\p{L}*|offen\p{L}*|geschlossen\p{L}*|abgelaufen\p{L}*|altest\p{L}*|kleinst\p{L}*|niedrigst\p{L}*|hochst\p{L}*|grosst\p{L}*|billigst\p{L}*|echou\p{L}*|reussi\p{L}*|recue?s?|entrante?s?|sortante?s?|ferme\p{L}*|ouvert\p{L}*|expire\p{L}*|fallid[ao]s?|exitos[ao]s?|recibid[ao]s?|salientes?|pausad[ao]s?|cerrad[ao]s?|abiert[ao]s?|vencid[ao]s?|falhad[ao]s?|recebid[ao]s?|fechad[ao]s?|abert[ao]s?|expirad[ao]s?)$/u;

/**
 * What is read, held to the words that pick some out of all and to the addresses that the message gives: what none of its
 * values took is named beside the answer, which is not about it.
 */
export function holdPicks(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, args, unused } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || !isWhole(call)) return call;
  const text = withoutSignature(message);
  if (text.length > LONGEST) return call;
  const known = new Set([...choiceWordsOf(candidate), ...candidate.exampleWords]);
  const given = JSON.stringify(args);
  const picked = words(text).flatMap((word) =>
    PICKS.test(word.plain) && !known.has(word.plain) && !given.includes(word.text) ? [word.text] : [],
  );
  const reader = createReader();
  const named = reader
    .read(text, reader.languageOf(text))
    .mentions.flatMap((mention) =>
      (mention.type === 'address' || mention.type === 'did') && !given.includes(mention.raw)
        ? [mention.raw]
        : [],
    );
  const left = [...picked, ...named].filter((one) => !unused.some((other) => other.includes(one)));
  return left.length === 0 ? call : { ...call, unused: [...unused, ...left] };
}

/** What is longer asks for more than a list. */
const LONGEST = 200;

/** The words by which a tool's choices are called, each by itself. */
function choiceWordsOf({ tool }: Candidate): string[] {
  return rootLeaves(fieldsOf(tool.parameters)).flatMap(({ choices, values }) =>
    [...choices, ...[...values.values()].flat()].flatMap((name) => fold(name).split(/[^\p{L}]+/u)),
  );
}
