import { escapePattern, isRecord } from '../../../../kit/index.js';
import { conceptsAt } from '../../../language/concepts.js';
import { fold } from '../../../language/fold.js';
import { isSmallWord, languageOf } from '../../../language/language-of.js';
import { contentStems } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import type { NumberMention } from '../../../reading/reading.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { numberAt, numberLeaves } from '../held-call.js';
import { saidNumbers } from './called-numbers.js';

/**
 * A call held to what the person counts: the 100 of `what precision do 100 homes reach` is no share of 100%. A count that a share
 * took, and that nothing calls so, is told as unused.
 */
export function holdCounts(call: PlannedCall, message: string): PlannedCall {
  if (call.agreed === true) return call;
  const said = saidNumbers(message);
  const language = languageOf(message);
  const leaves = numberLeaves(call);
  const counting = new Set(
    leaves
      .filter(({ integer }) => integer)
      .flatMap(({ label, aliases }) => [label, ...aliases].flatMap(contentStems)),
  );
  const isCounted = (text: string) =>
    contentStems(text).some((stem) => counting.has(stem)) ||
    conceptsAt(wordsOf(text), language).flat().includes('field.population');
  const counts = said.numbers.filter(({ value, percent, fraction, bareEnd: end }) => {
    if (percent || fraction || !Number.isInteger(value)) return false;
    return isCounted(/^\s+[\p{L}-]+/u.exec(message.slice(end))?.[0] ?? '');
  });
  const bent = leaves.flatMap((field) => {
    const value = numberAt(call, field);
    if (!field.fraction || value === undefined) return [];
    const other = said.numbers.some(
      (one) => !counts.includes(one) && [value, value * 100].includes(one.value),
    );
    const count = other ? undefined : counts.find((one) => one.value === Math.round(value * 100));
    return count === undefined || isNamed(field, said.folded.slice(0, count.start)) ? [] : [{ field, count }];
  });
  const shares = bent.reduce((given, { field }) => withoutPath(given, field.path), call.args);
  const { args, raws: parts } = withoutUnnamed(shares, call, counts, (name) =>
    name.split(/\s+/u).every((word) => isCounted(word) || isSmallWord(fold(word))),
  );
  const raws = [...bent.map(({ count }) => message.slice(count.start, count.end)), ...parts].filter(
    (raw) => !call.unused.includes(raw),
  );
  if (args === call.args) return call;
  return { ...call, args, unused: [...call.unused, ...raws], band: 'likely', unsettled: true };
}

/** Without the parts that have no name but what is counted, of two numbers at least: the `100 Haushalte von` of `100 Haushalte von 5000`. */
function withoutUnnamed(
  args: Args,
  { candidate }: PlannedCall,
  counts: readonly NumberMention[],
  isUnnamed: (name: string) => boolean,
): { readonly args: Args; readonly raws: readonly string[] } {
  const raws: string[] = [];
  const lists = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(({ kind }) => kind === 'array');
  const left = lists.reduce((given, { path }) => {
    const list = getPath(given, path);
    if (!Array.isArray(list) || !list.every(isRecord)) return given;
    const stray = list.filter(({ name }) => typeof name === 'string' && isUnnamed(name));
    const said = stray.flatMap((item) =>
      counts.flatMap(({ value, raw }) => (Object.values(item).includes(value) ? [raw] : [])),
    );
    if (stray.length === 0 || said.length === 0) return given;
    raws.push(...said);
    const kept = list.filter((item) => !stray.includes(item));
    return kept.length > 0 ? withPath(given, path, kept) : withoutPath(given, path);
  }, args);
  return { args: left, raws };
}

/** Whether the name of a field stands right before: `precision of 5`. */
function isNamed({ label, aliases }: Field, before: string): boolean {
  const names = [label, ...aliases].map((name) => escapePattern(fold(name))).join('|');
  return new RegExp(
    `(?<!\\p{L})(?:${names})(?:\\s+(?:of|is|at|by|was|von|ist|bei|de|est|es|ya|ni|wa))?\\s*[:=]?\\s*$`,
    'u',
  ).test(before);
}
