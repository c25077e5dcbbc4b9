import type { Candidate } from '../../../choosing/candidates.js';
import { readText } from '../../../filling/read-text.js';
import type { Language } from '../../../language/language.js';
import { languageOf } from '../../../language/language-of.js';
import { words } from '../../../language/tokenize.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { refused } from '../../consent/consent.js';
import { partsWithNames } from '../../deed/name-places.js';
import { ordersOf } from '../../deed/objects.js';
import { type PlannedCall, standingOf } from '../../planning/planned-call.js';
import { isKnownName } from '../things/hold-unheard.js';

const LONGEST = 240;
/** What leads to somebody. */
const WHOM: Readonly<Record<Language, RegExp>> = {
  en: /^(?:with|to|for)$/u,
  de: /^(?:mit|fur|an)$/u,
  fr: /^(?:avec|pour|a)$/u,
  es: /^(?:con|para|a)$/u,
  pt: /^(?:com|para|a|ao)$/u,
  sw: /^(?:na|kwa)$/u,
};

/**
 * A call that puts a grave switch on for everybody, held to the somebody whom it is wished for: `share it with Juma` is no wish
 * that anybody may have it.
 */
export function holdWhom(call: PlannedCall, message: string, candidates: readonly Candidate[]): PlannedCall {
  const { candidate, agreed, taught, args } = call;
  if (agreed === true || taught === true || standingOf(call) === 'refuse' || message.length > LONGEST)
    return call;
  const { asksFirst } = candidate.tool;
  const isGrave = rootLeaves(fieldsOf(candidate.tool.parameters)).some(
    ({ kind, path }) =>
      kind === 'boolean' &&
      getPath(args, path) === true &&
      asksFirst?.(args) === true &&
      asksFirst(withPath(args, path, false)) !== true,
  );
  if (!isGrave) return call;
  const language = languageOf(message);
  // Whom another wish of the message is about is named with that.
  const orders = ordersOf(partsWithNames(message, [call.args]), candidate, readText(message));
  const said = words(message).filter(
    (word) => orders.length === 0 || orders.some(({ start, end }) => start <= word.start && word.end <= end),
  );
  const at = said.findIndex((word, place) => {
    const before = said[place - 1];
    if (before === undefined || !/^\p{Lu}\p{Ll}/u.test(word.text)) return false;
    if (!WHOM.en.test(before.plain) && !WHOM[language].test(before.plain)) return false;
    return /^\s+$/u.test(message.slice(before.end, word.start)) && !isKnownName(word, language, candidates);
  });
  return at < 0 ? call : { ...call, consent: refused('narrowing', said.slice(at - 1, at + 1)) };
}
