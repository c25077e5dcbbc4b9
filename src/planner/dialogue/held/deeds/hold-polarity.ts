import { readText } from '../../../filling/read-text.js';
import { getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential, refused } from '../../consent/consent.js';
import { isOrdered, type Objection, objectionTo } from '../../consent/polarity.js';
import { takesNamedThing } from '../../deed/named-thing.js';
import { hangingIn, judgedIn } from '../../deed/told-of.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { find, isBare, partsOf } from '../../planning/signs.js';
import { endsSomething } from '../../turns/ending.js';

/** A value of so many letters is prose, whose words are not about the call. */
const PROSE = 24;
/** What is longer is a letter, of which a part alone tells little. */
const LONGEST = 400;

/**
 * Calls that keep or change anything, held to how the message stands to the deed: `can I draw`, `stop recalculating`, `remind
 * me to draw`, `unsubmit` get words and neither the call nor its proposal. A switch that the call puts off is what such a
 * sentence may mean.
 */
export function holdPolarity(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, taught, consent, args } = call;
  if (agreed === true || taught === true || consent.kind === 'refused' || candidate.tool.effect === 'read')
    return call;
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  const values = leaves.map(({ path }) => getPath(args, path));
  const isOff = leaves.some(({ kind }, at) => kind === 'boolean' && values[at] === false);
  const textsFrom = (least: number) =>
    values.flatMap((value) => {
      const start = typeof value === 'string' && value.length >= least ? message.indexOf(value) : -1;
      return start < 0 ? [] : [{ start, end: start + String(value).length }];
    });
  const hidden = textsFrom(PROSE);
  const found = objectionTo(candidate, message, hidden, isOff) ?? toldOf(call, message, textsFrom(1), isOff);
  if (found !== undefined) return { ...call, consent: refused(found.sign, found.words) };
  const isPlain =
    isConsequential(candidate.tool) || call.settled === true || isOrdered(candidate, message, hidden);
  return isPlain ? call : { ...call, band: 'likely' };
}

/** What is said of the deed in the place of a wish for it. */
function toldOf(
  call: PlannedCall,
  message: string,
  hidden: readonly { readonly start: number; readonly end: number }[],
  isOff: boolean,
): Objection | undefined {
  if (message.length > LONGEST) return undefined;
  const { candidate } = call;
  const text = readText(message);
  const parts = partsOf(text, (word) =>
    hidden.some(({ start, end }) => start <= word.start && word.end <= end),
  ).filter((part) => !isBare(part));
  const isThing = isConsequential(candidate.tool) || takesNamedThing(call, message);
  // `end the sharing of /a` wishes for the opposite of what it names.
  const isEnded =
    isOff && parts.some(({ words }) => endsSomething(words) || find(words, 'negation') !== undefined);
  return (
    judgedIn(parts, candidate, text) ?? (isThing && !isEnded ? hangingIn(parts, candidate, text) : undefined)
  );
}
