import { foldInPlace } from '../../../language/fold.js';
import { words } from '../../../language/tokenize.js';
import { getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { createReader } from '../../../understanding/reader.js';
import { refused } from '../../consent/consent.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** How a sentence begins that forbids, in six languages: an order with a negation, and no noun behind a bare `no`. */
const FORBIDS =
  /^[\s¡]*(?:(?:please|kindly|bitte|por favor|tafadhali)[\s,]+)?(?:do not|don['’]?t|never|bitte nicht|ne\s|n['’]|no\s+(?=\p{L}*(?:es|as|en|an)\s)|nao\s|usi(?=\p{L}{2})|msi(?=\p{L}{2}))\s*/u;
/** What is not to be forgotten is to be done. */
const FORGET = /^(?:forget|miss|fail|hesitate|oublie|olvid|deje|esque|deixe|sahau|ache)/u;

/**
 * A call that does something, held to a message that only forbids: `do not count the submission of A` wishes for nothing that
 * is counted, analysed or made, whatever verbs the tool has. A switch that the call puts off is what such a sentence may mean.
 */
export function holdDenied(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, args, consent } = call;
  if (agreed === true || consent.kind === 'refused' || candidate.tool.effect === 'read') return call;
  const low = foldInPlace(message);
  const denial = FORBIDS.exec(low);
  if (denial === null || FORGET.test(low.slice(denial[0].length))) return call;
  const reader = createReader();
  const { clauses } = reader.read(message, reader.languageOf(message));
  // What is said behind it may be a wish of its own: `don't stop, show me the rest`.
  if (clauses.slice(1).some(({ mood, negated, past }) => mood === 'imperative' && !negated && !past))
    return call;
  const isOff = rootLeaves(fieldsOf(candidate.tool.parameters)).some(
    ({ kind, path }) => kind === 'boolean' && getPath(args, path) === false,
  );
  return isOff ? call : { ...call, consent: refused('negation', words(message)) };
}
