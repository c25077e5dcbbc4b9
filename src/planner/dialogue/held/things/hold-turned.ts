import { escapePattern } from '../../../../kit/index.js';
import { foldInPlace } from '../../../language/fold.js';
import { words } from '../../../language/tokenize.js';
import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { refused } from '../../consent/consent.js';
import { isWhole, type PlannedCall } from '../../planning/planned-call.js';

/** What turns the name of a choice round that stands behind it, with a word between at most: `non-approved`, `except the open`. */
const TURNED =
  /(?<![\p{L}\p{N}])(?:non|un|not|never|no longer|isn.t|aren.t|other than|rather than|instead of|outside(?: of)?|exclud(?:ing|e)|except(?:ing)?(?: for)?|without|apart from|besides|nicht|keine?n?|ausser|ohne|nicht mehr|pas|plus|sauf|hors|sans|excepte|no|sin|excepto|salvo|menos|nao|sem|exceto|menos|bado|isipokuwa|si)(?:\s+(?:\p{L}+\s+)?|-)$/u;
/** What wants less of a choice than there is, with its article or an adverb between at most. */
const LESS =
  /(?<![\p{L}\p{N}])(?:less|not (?:so|too|as|that)|too|weniger|nicht (?:so|zu)|zu|moins|pas (?:si|trop)|trop|menos|no (?:tan|demasiado)|demasiado|nao tao|demais|si .{0,12}sana)\s+(?:\p{L}+ly\s+)?$/u;
/** No list is asked for in more words. */
const LONGEST = 400;

/**
 * What is read, held to the sense in which the message names a choice: `non-approved claims` are no approved ones, and a list
 * of these is the opposite of what was asked. Such a choice is taken out; where none was chosen all are no answer either. Both
 * are asked about. What keeps or changes anything is held to less of a choice in the same way.
 */
export function holdTurned(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed } = call;
  if (agreed === true || message.length > LONGEST) return call;
  const folded = foldInPlace(message);
  if (candidate.tool.effect !== 'read') return withoutLess(call, folded, message);
  const turned = rootLeaves(fieldsOf(candidate.tool.parameters)).flatMap((field) => {
    if (field.kind !== 'enum') return [];
    const chosen = getPath(call.args, field.path);
    const open = isWhole(call) ? field.choices : [];
    const [place] = (typeof chosen === 'string' ? [chosen] : open).flatMap(
      (choice) => turnedIn(folded, field, choice, TURNED) ?? [],
    );
    return place === undefined ? [] : [{ path: field.path, said: message.slice(place.start, place.end) }];
  });
  if (turned.length === 0) return call;
  const args = turned.reduce((given, { path }) => withoutPath(given, path), call.args);
  const unused = [...call.unused, ...turned.map(({ said }) => said)];
  return { ...call, args, unused, band: 'likely', unsettled: true };
}

/** `less formal` sets no tone to formal: a choice of which less is wanted is no wish for it. */
function withoutLess(call: PlannedCall, folded: string, message: string): PlannedCall {
  const { candidate, args, consent } = call;
  if (consent.kind === 'refused') return call;
  for (const field of rootLeaves(fieldsOf(candidate.tool.parameters))) {
    const chosen = field.kind === 'enum' ? getPath(args, field.path) : undefined;
    const place = typeof chosen === 'string' ? turnedIn(folded, field, chosen, LESS) : undefined;
    if (place !== undefined)
      return { ...call, consent: refused('negation', words(message.slice(place.start, place.end))) };
  }
  return call;
}

/** Where a text turns a choice round, if it never names it as it is. */
function turnedIn(folded: string, { choices, values }: Field, chosen: string, turns: RegExp) {
  // `not evaluated` is another name of what is open.
  const others = choices.filter((choice) => choice !== chosen).flatMap((choice) => namesOf(choice, values));
  const called = namesOf(chosen, values).flatMap((name) => {
    const place = new RegExp(`(?<![\\p{L}\\p{N}])(un|non)?(${name})(?![\\p{L}\\p{N}])`, 'gu');
    return [...folded.matchAll(place)].map(({ 0: said, 1: prefix, index }) => {
      const lead = turns.exec(folded.slice(0, index))?.[0].length ?? 0;
      return { isTurned: prefix !== undefined || lead > 0, start: index - lead, end: index + said.length };
    });
  });
  const [first] = called;
  if (first === undefined || called.some(({ isTurned }) => !isTurned)) return undefined;
  const said = folded.slice(first.start, first.end);
  return others.some((name) => new RegExp(`^${name}$`, 'u').test(said)) ? undefined : first;
}

/** What a choice is called, as patterns of folded text. */
function namesOf(choice: string, values: Field['values']): string[] {
  return [choice, ...(values.get(choice) ?? [])].map((name) =>
    foldInPlace(name).split('*').map(escapePattern).join('\\p{L}*'),
  );
}
