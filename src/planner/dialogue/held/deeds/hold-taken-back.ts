import { conceptsAt } from '../../../language/concepts.js';
import { fold } from '../../../language/fold.js';
import { languageOf } from '../../../language/language-of.js';
import { words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential, refused } from '../../consent/consent.js';
import { VERB, verbClassesOf } from '../../consent/verb-classes.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { withoutCourtesy } from '../../planning/signs.js';

/** Shorter verbs begin other words too. */
const SHORTEST = 5;
/** The verbs in two parts, with more between them than a thing and its article. */
const BACK =
  /^(?:(?:take|put|bring|roll)\s(?:[^.!?;:]{0,80}\s)?back(?!\p{L})|(?:nimm|nehmen sie|mach\p{L}*|hol\p{L}*)\s[^.!?;]{0,80}\s(?:zuruck|ruckgangig)(?!\p{L}))/u;
const STOP = /[:;.!?\n]\s|[:;.!?]$/u;
const UNDO = `${VERB}undo`;

/**
 * A changing call, held to a message that opens by taking something back: `undo the replacement of A` wishes for the opposite of
 * one more replacement, and a tool that takes nothing back is none for it.
 */
export function holdTakenBack(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed } = call;
  if (agreed === true || !isConsequential(candidate.tool) || call.consent.kind === 'refused') return call;
  const language = languageOf(message);
  // `undo that: bring the file back` names no deed, and wishes for something behind it.
  const said = withoutCourtesy(words(message.split(STOP)[0] ?? ''));
  const [first] = said;
  if (first === undefined || verbClassesOf(candidate).has(UNDO)) return call;
  const all = wordsOf(message);
  const at = all.findIndex(({ start }) => start === first.start);
  const concepts = conceptsAt(all, language);
  if (concepts[at]?.includes(UNDO) !== true && !BACK.test(fold(message.slice(first.start)))) return call;
  // A switch goes both ways: `undo the publication` puts it off.
  if (fieldsOf(candidate.tool.parameters).some(({ kind, required }) => kind === 'boolean' && required))
    return call;
  // `restore` and `put back` are verbs of some tools themselves.
  if (candidate.exampleWords.has(first.plain) || candidate.verbs.has(first.stem)) return call;
  // `the replacement` is what `replace` did.
  const isNamed = said.some(({ plain }) =>
    [...candidate.verbs].some((verb) => verb.length >= SHORTEST && plain.startsWith(verb)),
  );
  const own = concepts.slice(at, at + said.length).flat();
  const isOther = own.some((one) => one !== UNDO && verbClassesOf(candidate).has(one));
  return isNamed || isOther || language !== 'en' ? { ...call, consent: refused('correction', said) } : call;
}
