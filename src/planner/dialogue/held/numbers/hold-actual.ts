import type { Candidate } from '../../../choosing/candidates.js';
import { missingFields } from '../../../filling/complete-args.js';
import { conceptsAt } from '../../../language/concepts.js';
import { languageOf } from '../../../language/language-of.js';
import { wordsOf } from '../../../language/words.js';
import { type Args, getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { meets } from '../../../schema/validate.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { isIdentifier } from '../../turns/recall.js';
import { saidNumbers } from './called-numbers.js';

/** What was found out, and not what is expected, as words are folded. */
const ACTUAL =
  /^(?:real|really|observed|measured|tatsachlich\p{L}*|wirklich\p{L}*|gemessen\p{L}*|beobachtet\p{L}*|reel(?:le)?s?|observee?s?|mesuree?s?|constatee?s?|observad[oa]s?|medid[oa]s?|halisi)$/u;
/** In Spanish, Portuguese and French it is what is now. */
const ACTUAL_IN_ENGLISH = /^actual(?:ly)?$/u;
const MEASURES: ReadonlySet<string> = new Set(['field.mean', 'field.sd', 'field.proportion']);
/** How many words may stand between the two. */
const REACH = 2;

/** What the talk knows of a field: its only value, or that there are several. */
export interface Known {
  readonly only: string | undefined;
  readonly any: boolean;
}

/**
 * A call that expects what the message says was found: `the real mean was 5.5, how many next time?` is about the design that
 * the talk has, and no new one. Where another operation takes the actual values, and the talk knows of what, it is proposed.
 */
export function holdActual(
  call: PlannedCall,
  text: string,
  candidates: readonly Candidate[],
  known: (field: Field) => Known,
): PlannedCall {
  const { candidate, agreed } = call;
  if (agreed === true || !hasAlias(candidate, 'expected') || !isOfActual(text)) return call;
  const [other, another] = candidates.filter((one) => one !== candidate && hasAlias(one, 'actual'));
  if (other === undefined || another !== undefined) return call;
  const said = saidNumbers(text).numbers.flatMap(({ value }) => [value, value / 100]);
  const own = leavesOf(candidate);
  const wholes = own.filter(
    ({ integer, path }) => integer && said.includes(Number(getPath(call.args, path))),
  );
  const fields = leavesOf(other);
  const ids: readonly string[] = text.match(/\p{L}[\p{L}\p{N}-]*\d[\p{L}\p{N}-]*/gu) ?? [];
  const isOfKnown = fields.some(
    (field) => isIdentifier(field) && ids.some((one) => meets(one, field.schema)),
  );
  // Who says how many there are in all begins anew, unless the message names what it is about.
  if (wholes.length > 0 && !isOfKnown) return call;
  const filled = fields.reduce<Args>((given, field) => {
    const id =
      field.kind === 'string' && isIdentifier(field)
        ? ids.find((one) => meets(one, field.schema))
        : undefined;
    const alike = own.find(
      (leaf) => field.kind === 'number' && leaf.kind === 'number' && isAlike(leaf, field),
    );
    const value = id ?? (alike === undefined ? undefined : getPath(call.args, alike.path));
    const isSaid = typeof value === 'string' || said.some((one) => Math.abs(one - Number(value)) < 1e-9);
    return value === undefined || !isSaid ? given : withPath(given, field.path, value);
  }, {});
  const wanted = missingFields(fieldsOf(other.tool.parameters), filled);
  const found = wanted.map((field) => ({ field, ...known(field) }));
  if (!found.every(({ any }) => any)) return call;
  const args = found.reduce<Args>(
    (given, { field, only }) => (only === undefined ? given : withPath(given, field.path, only)),
    filled,
  );
  const missing = found.flatMap(({ field, only }) => (only === undefined ? [field] : []));
  const { faults: _f, rivals: _r, slots: _s, close: _c, ...rest } = call;
  const unused = call.unused.filter((raw) => !ids.includes(raw));
  return { ...rest, candidate: other, args, missing, refused: [], unused, band: 'likely' };
}

function leavesOf({ tool }: Candidate): Field[] {
  return rootLeaves(fieldsOf(tool.parameters));
}

function namesOf({ label, aliases }: Field): readonly string[] {
  return [label, ...aliases];
}

function hasAlias(candidate: Candidate, kind: 'expected' | 'actual'): boolean {
  return leavesOf(candidate).some((field) => namesOf(field).some((name) => name.startsWith(`${kind} `)));
}

/** Whether two fields of different operations are called alike: an expected mean and an actual one are both a mean. */
function isAlike(a: Field, b: Field): boolean {
  return a.name === b.name || namesOf(a).some((name) => namesOf(b).includes(name));
}

function isOfActual(text: string): boolean {
  const language = languageOf(text);
  const words = wordsOf(text);
  const concepts = conceptsAt(words, language);
  const isMeasure = (at: number) => concepts[at]?.some((one) => MEASURES.has(one)) === true;
  return words.some(({ plain }, at) => {
    const isActual = ACTUAL.test(plain) || (language === 'en' && ACTUAL_IN_ENGLISH.test(plain));
    if (!isActual) return false;
    for (let step = 1; step <= REACH; step++) if (isMeasure(at + step) || isMeasure(at - step)) return true;
    return false;
  });
}
