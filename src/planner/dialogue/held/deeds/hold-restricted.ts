import { conceptsAt } from '../../../language/concepts.js';
import { foldInPlace } from '../../../language/fold.js';
import { isPlainWord } from '../../../language/plain-words.js';
import { isStopWord, type Word, words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { readOnce } from '../../../reading/read-once.js';
import type { NumberMention } from '../../../reading/reading.js';
import { getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { type Model, partFor } from '../../../understanding/model.js';
import { isConsequential } from '../../consent/consent.js';
import { isVerb } from '../../consent/is-verb.js';
import { daysSaid } from '../../days/day-side.js';
import { takesNamedThing } from '../../deed/named-thing.js';
import { type PlannedCall, standingOf } from '../../planning/planned-call.js';
import { withoutAnyCourtesy } from '../../planning/signs.js';

const LONGEST = 240;
/** A count with it is none that is meant to the unit. */
const NEARLY =
  /(?<!\p{L})(?:roughly|about|around|approximately|some|nearly|almost|up to|at most|at least|no more than|no fewer than|circa|ca\.?|etwa|ungefahr|rund|hochstens|mindestens|environ|au plus|au moins|unos|unas|cerca de|como maximo|al menos|uns|umas|no maximo|pelo menos|kama|takriban|angalau)\s+$/u;

/**
 * What is done to a thing that the message names, held to all of its words. `draw 60 households that have a phone` is no draw from
 * all, and `the auditor forbids: draw 60 households` no wish at all: words that neither the tool nor the language knows make it a
 * proposal, which names them. A draw stays, as what is deleted is gone.
 */
export function holdRestricted(
  call: PlannedCall,
  message: string,
  model: Model | undefined,
  today: string | undefined = undefined,
): PlannedCall {
  const { candidate, agreed, taught, close, args } = call;
  if (agreed === true || taught === true || close === true || standingOf(call) === 'refuse') return call;
  if (message.length > LONGEST || candidate.tool.effect === 'read') return call;
  const values = rootLeaves(fieldsOf(candidate.tool.parameters)).map((field) => ({
    field,
    value: getPath(args, field.path),
  }));
  const { mentions, language } = readOnce(message, today === undefined ? {} : { today });
  if (!takesNamedThing(call, message)) return call;
  const count = mentions.find(
    (one): one is NumberMention =>
      one.type === 'number' &&
      values.some(({ field, value }) => field.kind === 'number' && field.integer && value === one.value),
  );
  const near =
    count === undefined || isConsequential(candidate.tool)
      ? undefined
      : NEARLY.exec(foldInPlace(message.slice(0, count.start)))?.[0].trim();
  const given = JSON.stringify([args, call.unused]).toLowerCase();
  // `later than` of a day is heeded with it, or told with it.
  const days = daysSaid(message, today).filter(({ side }) => side !== undefined);
  const known = model && partFor(model, candidate.tool.name).operations[candidate.tool.name]?.words;
  const isKnown = (word: Word) =>
    word.plain.length < 3 ||
    isStopWord(word.plain) ||
    isPlainWord(word.plain) ||
    known?.includes(word.plain) === true ||
    candidate.terms.has(word.stem) ||
    candidate.exampleWords.has(word.plain) ||
    isVerb(word, candidate) ||
    conceptsAt(wordsOf(word.text), language).flat().length > 0 ||
    days.some((one) => one.start <= word.start && word.end <= one.end) ||
    mentions.some((one) => one.type !== 'number' && word.start < one.end && one.start < word.end) ||
    given.includes(word.text.toLowerCase());
  const left = withoutAnyCourtesy(words(message)).filter((word) => !isKnown(word));
  const said = [...(near === undefined ? [] : [near]), ...left.map(({ text }) => text)];
  if (said.length === 0) return call;
  const before = call.consent.kind === 'partly' ? call.consent.words : [];
  return {
    ...call,
    consent: { kind: 'partly', words: [...new Set([...before, ...said])] },
    band: 'likely',
    unsettled: true,
  };
}
