import type { Candidate } from '../../../choosing/candidates.js';
import { readText } from '../../../filling/read-text.js';
import type { Language } from '../../../language/language.js';
import type { Word } from '../../../language/tokenize.js';
import type { Model } from '../../../understanding/model.js';
import { partFor } from '../../../understanding/model.js';
import { isConsequential } from '../../consent/consent.js';
import { BEFORE_ORDER, DO, isOf } from '../../consent/polarity.js';
import { isKind, isSmall, partsWithNames, type SaidPart } from '../../deed/name-places.js';
import { wayOf } from '../../deed/ways.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { withoutCourtesy } from '../../planning/signs.js';

/** What is longer is a letter, which wishes in other words too. */
const LONGEST = 300;
/** With so few words a message is a value, such as an answer. */
const VALUE_WORDS = 2;

const sayable = new WeakMap<Model, Map<string, ReadonlySet<string>>>();

/**
 * Whether a message says a changing call by a word that people say it by: a part of it begins with a verb of the tool, a like
 * one of another language, a word of its sentences, or an order that names it behind. `break the seal` speaks of a seal, and
 * orders nothing that is known; whoever says it is told so, and is proposed nothing.
 */
export function isSpoken(call: PlannedCall, message: string, model: Model | undefined): boolean {
  const { candidate, agreed, taught, close, settled } = call;
  if (agreed === true || taught === true || close === true || settled === true) return true;
  if (!isConsequential(candidate.tool) || message.length > LONGEST || model === undefined) return true;
  const known = wordsFor(candidate, model);
  if (known === undefined) return true;
  const text = readText(message);
  const parts = partsWithNames(message, [call.args]);
  const said = parts.reduce((sum, { words }) => sum + words.length, 0);
  const isNamed = parts.some(({ names }) => names.length > 0);
  if (said <= (isNamed ? 0 : VALUE_WORDS)) return true;
  const isTaken = candidate.tool.effect === 'destructive';
  if (isTaken && parts.some((part) => isTakenOff(part, known, candidate))) return false;
  const { language } = text.reading;
  if (isTaken && parts.some((part) => part.words.some((_, at) => isGoal(part.words, at, known, language))))
    return true;
  const isGrave = isNamed || isTaken || candidate.tool.asksFirst?.(call.args) === true;
  return parts.some((part) => {
    const [head, next] = withoutCourtesy(part.words).filter((word) => !BEFORE_ORDER.has(word.plain));
    if (head === undefined) return false;
    const isKnown = (word: Word) =>
      known.has(word.plain) ||
      (DO.has(word.plain) && !(isGrave && BE.test(word.plain))) ||
      isOf(word, candidate, text);
    if (isKnown(head) || (isSmall(head) && !BE.test(head.plain))) return true;
    // `Juma set his units to imperial` tells of somebody.
    const isTold = /^\p{Lu}/u.test(head.text) && next !== undefined && isOf(next, candidate, text);
    return !isGrave && !isTold;
  });
}

/** `send /a.md to the trash`: where to says the deed, by whatever verb. */
function isGoal(words: readonly Word[], at: number, known: ReadonlySet<string>, language: Language): boolean {
  const noun = words[at];
  if (noun === undefined || noun.plain.length < 5 || !known.has(noun.plain) || isKind(noun)) return false;
  const [before, further] = [words[at - 1], words[at - 2]];
  return [before, further].some((word) => word !== undefined && wayOf(word.plain, language) === 'target');
}

/** Says how somebody wants to be answered, and is no deed to a thing. */
const BE = /^(?:be|sei)$/u;
const OFF = /^(?:from|off|von|vom|aus|du|del|do|da|kutoka)$/u;

/** `remove /a.md from the web` takes it away from there, and leaves it: a place that no sentence of the tool speaks of. */
function isTakenOff(part: SaidPart, known: ReadonlySet<string>, { exampleWords }: Candidate): boolean {
  const at = part.words.findIndex(({ plain }) => OFF.test(plain));
  const [noun] = at < 0 ? [] : part.words.slice(at + 1).filter((word) => !isSmall(word));
  const last = part.names.at(-1)?.mention.start ?? Number.POSITIVE_INFINITY;
  if (noun === undefined || noun.start < last) return false;
  return !isKind(noun) && !known.has(noun.plain) && !exampleWords.has(noun.plain);
}

/** Words of the sentences that an operation was learnt by; undefined where none were. */
function wordsFor({ tool }: Candidate, model: Model): ReadonlySet<string> | undefined {
  const learnt = partFor(model, tool.name).operations[tool.name]?.words;
  if (learnt === undefined) return undefined;
  const all = sayable.get(model) ?? new Map<string, ReadonlySet<string>>();
  sayable.set(model, all);
  const known = all.get(tool.name) ?? new Set(learnt);
  all.set(tool.name, known);
  return known;
}
