import { escapePattern } from '../../../kit/index.js';
import { foldInPlace } from '../../language/fold.js';
import { getPath, rootLeaves, withoutPath } from '../../leaves.js';
import { type Field, fieldsOf } from '../../schema-fields.js';
import type { PlannedCall } from '../planned-call.js';

/** Words before the name of a choice that turn it round, with one more between at most. */
const TURNED =
  /(?<![\p{L}\p{N}])(?:not|never|no|non|isn.t|aren.t|nicht|nie|keine?n?|pas|jamais|sin|nunca|nao|ningun[ao]?s?|nenhuma?s?|bado|si)\s+(?:\p{L}+\s+)?$/u;
/** What stands between two choices of which either will do. */
const OR =
  /^\s*(?:,|\/|or|and|oder|und|ou|et|o|u|y|e|na|au)(?:\s+(?:\p{L}+\s+)?|(?<=[,/])\s*(?:or|and|oder|und|ou|et|o|u|y|e|na|au)?\s*)$/u;
/** No reading of a few words is longer. */
const LONGEST = 400;

interface Called {
  readonly choice: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What is read, held to the choices that the message names: of `claims that are not approved` the approved ones are the
 * opposite, and of `flagged or disputed` one alone is half. What the one value of a field cannot hold is asked about.
 */
export function holdChosen(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || message.length > LONGEST) return call;
  const folded = foldInPlace(message);
  return rootLeaves(fieldsOf(candidate.tool.parameters)).reduce((held, field) => {
    const chosen = field.kind === 'enum' ? getPath(held.args, field.path) : undefined;
    return typeof chosen === 'string' ? heldTo(held, field, chosen, folded, message) : held;
  }, call);
}

function heldTo(
  call: PlannedCall,
  field: Field,
  chosen: string,
  folded: string,
  message: string,
): PlannedCall {
  const called = calledIn(folded, field);
  const own = called.filter(({ choice }) => choice === chosen);
  const args = withoutPath(call.args, field.path);
  const turned = own.find(({ start }) => TURNED.test(folded.slice(0, start)));
  if (turned !== undefined) {
    const from = TURNED.exec(folded.slice(0, turned.start))?.index ?? turned.start;
    const said = message.slice(from, turned.end);
    return { ...call, args, unused: [...call.unused, said], band: 'likely', unsettled: true };
  }
  const rivals = [...new Set(called.filter((one) => own.some((each) => areBeside(each, one, folded))))];
  if (rivals.length === 0) return call;
  const both = [...own, ...rivals].toSorted((a, b) => a.start - b.start);
  const said = both.map(({ start, end }) => message.slice(start, end));
  return { ...call, args, rivals: [...(call.rivals ?? []), ...said], band: 'likely', unsettled: true };
}

function areBeside(a: Called, b: Called, folded: string): boolean {
  if (a.choice === b.choice) return false;
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  return OR.test(folded.slice(first.end, second.start));
}

/** Where a text calls choices of a field, by their own words and by those that people have for them; the longest first. */
function calledIn(folded: string, { choices, values }: Field): Called[] {
  const found = choices.flatMap((choice) =>
    [choice, ...(values.get(choice) ?? [])].flatMap((words) => {
      const pattern = foldInPlace(words).split('*').map(escapePattern).join('\\p{L}*');
      const place = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu');
      return [...folded.matchAll(place)].map(({ 0: said, index }) => ({
        choice,
        start: index,
        end: index + said.length,
      }));
    }),
  );
  // The `active` of `not active`, a name of another choice, names no choice by itself.
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other.choice !== one.choice &&
          other.start <= one.start &&
          one.end <= other.end &&
          other.end - other.start > one.end - one.start,
      ),
  );
}
