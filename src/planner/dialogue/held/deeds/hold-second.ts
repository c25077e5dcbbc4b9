import type { Candidate } from '../../../choosing/candidates.js';
import { fold } from '../../../language/fold.js';
import { isStopWord, words } from '../../../language/tokenize.js';
import { readOnce } from '../../../reading/read-once.js';
import { isConsequential } from '../../consent/consent.js';
import { isVerb } from '../../consent/is-verb.js';
import { type PlannedCall, standingOf } from '../../planning/planned-call.js';
import { withoutSignature } from '../../prose/without-signature.js';

/** Two names or more that something is for: `for Amina and Juma`. */
const FOR_SOMEBODY =
  /(?<!\p{L})(?:for|für|pour|para|kwa)\s+(\p{Lu}\p{Ll}+(?:(?:,\s*|\s+(?:and|und|et|y|e|na)\s+)\p{Lu}\p{Ll}+)+)/u;
/** What leads to a second wish. */
const THEN = /^[\s,;]*(?:and|then|und|dann|et|puis|y|luego|e|depois|na|kisha)\s+/iu;
/** `and show me the result` is what is done anyway. */
const RESULT =
  /(?<!\p{L})(?:results?|answer|outcome|size|know|ergebnis|resultat|resultado|matokeo|jibu)(?!\p{L})/u;
/** A wish of more words is a sentence of its own. */
const MOST = 7;
const LONGEST = 400;

/**
 * A call that is made at once, or only adds to what is there, with what the message says beside it that it does nothing about: whom it is for, and a second
 * wish that is another tool's, `and give me a link`. Both are named beside the answer.
 */
export function holdSecond(
  call: PlannedCall,
  message: string,
  candidates: readonly Candidate[],
): PlannedCall {
  const { candidate, agreed } = call;
  const standing = standingOf(call);
  if (candidate.tool.effect === 'read' || agreed === true || standing === 'refuse') return call;
  // What the wish for a change leaves over is named with its consent.
  if (standing === 'propose' && isConsequential(candidate.tool)) return call;
  const text = withoutSignature(message);
  if (text.length > LONGEST) return call;
  const given = JSON.stringify([call.args, call.unused]);
  const left = [...namesIn(text), ...wishesIn(text, candidate, candidates)].filter(
    (said) => !given.includes(said),
  );
  return left.length === 0 ? call : { ...call, unused: [...call.unused, ...left] };
}

function namesIn(text: string): string[] {
  const found = FOR_SOMEBODY.exec(text)?.[1];
  return found === undefined ? [] : [found];
}

/** Orders behind an `and` that speak of nothing the tool knows, and of something that another does. */
function wishesIn(text: string, own: Candidate, candidates: readonly Candidate[]): string[] {
  const { clauses, mentions } = readOnce(text);
  return clauses.slice(1).flatMap(({ start, end, mood }) => {
    const clause = text.slice(start, end);
    const said = clause.replace(THEN, '').replace(/[\s.!?]+$/u, '');
    const spoken = words(said);
    const content = spoken.filter(({ plain }) => !isStopWord(plain) && plain.length > 2);
    const holdsValue = mentions.some((one) => one.start >= start && one.end <= end);
    const isOrder =
      mood === 'imperative' && (THEN.test(clause) || THEN.test(text.slice(Math.max(0, start - 6), end)));
    if (!isOrder || holdsValue || spoken.length > MOST || content.length === 0) return [];
    if (RESULT.test(fold(said))) return [];
    const isOwn = content.some(
      (word) => own.terms.has(word.stem) || own.exampleWords.has(word.plain) || isVerb(word, own),
    );
    const isOthers = content.some((word) =>
      candidates.some((one) => one !== own && one.terms.has(word.stem)),
    );
    return isOwn || !isOthers ? [] : [said];
  });
}
